import { registrationText } from '#texts/registration.ts'
import { CountryOfResidenceSelect } from './CountryAndClubFields.tsx'
import { type FieldProps, FormSection } from './FormSection.tsx'
import { EmailField, FullNameField, PasswordFields, UsernameField } from './NameFields.tsx'
import { PersonalFields } from './PersonalFields.tsx'
import { SocialMediaFields } from './SocialMediaFields.tsx'
import { StudyDetailsFormFields } from './StudyDetailsFormFields.tsx'

interface OwnershipProps {
  /** True when applicants fill in the form themselves, false when another user registers the applicant. */
  isOwn?: boolean
}

export function FullRegistrationFormFields({ isOwn = true, ...props }: FieldProps & OwnershipProps) {
  const { sections } = registrationText
  return (
    <>
      <FormSection title={sections.account}>
        <FullNameField {...props} />
        <EmailField {...props} />
        <UsernameField {...props} />
        <PasswordFields {...props} isOwn={isOwn} />
      </FormSection>
      <FormSection title={sections.personal}>
        <PersonalFields {...props} />
      </FormSection>
      <FormSection title={sections.social}>
        <SocialMediaFields {...props} />
      </FormSection>
      <FormSection title={sections.study}>
        <StudyDetailsFormFields {...props} />
      </FormSection>
    </>
  )
}

/** Fields of the quick registration form. With `isPlaced`, the invitation determines country and club. */
export function QuickRegistrationFormFields({
  isOwn = true,
  isPlaced = false,
  ...props
}: FieldProps & OwnershipProps & { isPlaced?: boolean }) {
  return (
    <FormSection title={registrationText.quick}>
      <FullNameField {...props} />
      <EmailField {...props} />
      {!isPlaced && <CountryOfResidenceSelect {...props} />}
      <PasswordFields {...props} isOwn={isOwn} />
    </FormSection>
  )
}
