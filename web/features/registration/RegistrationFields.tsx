import { Email, FullName, Password, Username } from './NameFields.tsx'
import { PersonalFields } from './PersonalFields.tsx'
import { CountrySelect } from './PlaceFields.tsx'
import { registrationText } from './registration.text.ts'
import { type FieldProps, Section } from './Section.tsx'
import { SocialMediaFields } from './SocialMediaFields.tsx'
import { StudyFields } from './StudyFields.tsx'

const { sections } = registrationText

interface OwnershipProps {
  /** Whether applicants register themselves. */
  isOwn?: boolean
}

export function FullFields({ isOwn = true, ...props }: FieldProps & OwnershipProps) {
  return (
    <>
      <Section title={sections.account}>
        <FullName {...props} />
        <Email {...props} />
        <Username {...props} />
        <Password {...props} isOwn={isOwn} />
      </Section>
      <Section title={sections.personal}>
        <PersonalFields {...props} />
      </Section>
      <Section title={sections.social}>
        <SocialMediaFields {...props} />
      </Section>
      <Section title={sections.study}>
        <StudyFields {...props} />
      </Section>
    </>
  )
}

/** Fields of the quick form. `isPlaced`: the invitation determines country and club, so none is asked for. */
export function QuickFields({
  isOwn = true,
  isPlaced = false,
  ...props
}: FieldProps & OwnershipProps & { isPlaced?: boolean }) {
  return (
    <Section title={registrationText.quick}>
      <FullName {...props} />
      <Email {...props} />
      {!isPlaced && <CountrySelect {...props} />}
      <Password {...props} isOwn={isOwn} />
    </Section>
  )
}
