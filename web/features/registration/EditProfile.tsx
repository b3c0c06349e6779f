import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { type Profile, profileBody } from '#shared/contracts/profile.ts'
import { useCheckedForm } from '#web/lib/use-checked-form.ts'
import { Failed } from '#web/ui/Done.tsx'
import { ContactFields } from './PersonalFields.tsx'
import { asInitial, readProfileFields } from './profile-fields.ts'
import { useSaveProfile } from './registration.api.ts'
import { registrationText, completeText as text } from './registration.text.ts'
import { Section } from './Section.tsx'
import { SocialMediaFields } from './SocialMediaFields.tsx'
import { StudyFields } from './StudyFields.tsx'

/** Form for the profile fields that members may change themselves. Administrators change the others. */
export function EditProfile({ profile }: { profile: Profile }) {
  const sending = useSaveProfile()
  const [initial] = useState(() => asInitial(profile))
  const { form, errors, submit } = useCheckedForm({ schema: profileBody, sending, read: readProfileFields })
  const props = { initial, errors }
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <Stack>
        <Section title={registrationText.sections.contact}>
          <ContactFields {...props} />
        </Section>
        <Section title={registrationText.sections.social}>
          <SocialMediaFields {...props} />
        </Section>
        <Section title={registrationText.sections.study}>
          <StudyFields {...props} />
        </Section>
        <Failed error={sending.error} otherwise={text.failed} />
        <Button type="submit" disabled={sending.isPending} style={{ alignSelf: 'flex-start' }}>
          {sending.isPending ? text.saving : text.save}
        </Button>
      </Stack>
    </form>
  )
}
