import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { type Profile, profileBody } from '#shared/contracts/profile.ts'
import { useValidatedForm } from '#web/lib/use-checked-form.ts'
import { FailureMessage } from '#web/ui/Done.tsx'
import { ContactFields } from './PersonalFields.tsx'
import { buildInitialValues, readProfileFields } from './profile-fields.ts'
import { useSaveProfile } from './registration.api.ts'
import { registrationText, completeText as text } from './registration.text.ts'
import { FormSection } from './Section.tsx'
import { SocialMediaFields } from './SocialMediaFields.tsx'
import { StudyFields } from './StudyFields.tsx'

/** Form for the profile fields that members may change themselves. Administrators change the others. */
export function EditProfile({ profile }: { profile: Profile }) {
  const sending = useSaveProfile()
  const [initial] = useState(() => buildInitialValues(profile))
  const { form, errors, submit } = useValidatedForm({ schema: profileBody, sending, read: readProfileFields })
  const props = { initial, errors }
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <Stack>
        <FormSection title={registrationText.sections.contact}>
          <ContactFields {...props} />
        </FormSection>
        <FormSection title={registrationText.sections.social}>
          <SocialMediaFields {...props} />
        </FormSection>
        <FormSection title={registrationText.sections.study}>
          <StudyFields {...props} />
        </FormSection>
        <FailureMessage error={sending.error} otherwise={text.failed} />
        <Button type="submit" disabled={sending.isPending} style={{ alignSelf: 'flex-start' }}>
          {sending.isPending ? text.saving : text.save}
        </Button>
      </Stack>
    </form>
  )
}
