import { Email, FullName, Password, Username } from './NameFields.tsx'
import { PersonalFields } from './PersonalFields.tsx'
import { CountrySelect } from './PlaceFields.tsx'
import { registrationText } from './registration.text.ts'
import { type FieldProps, Section } from './Section.tsx'
import { SocialMediaFields } from './SocialMediaFields.tsx'
import { StudyFields } from './StudyFields.tsx'

const { sections } = registrationText

export function FullFields(props: FieldProps) {
  return (
    <>
      <Section title={sections.account}>
        <FullName {...props} />
        <Email {...props} />
        <Username {...props} />
        <Password {...props} />
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

export function QuickFields(props: FieldProps) {
  return (
    <Section title={registrationText.quick}>
      <FullName {...props} />
      <Email {...props} />
      <CountrySelect {...props} />
      <Password {...props} />
    </Section>
  )
}
