import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { type Profile, profileBody } from '#shared/contracts/profile/profile.schemas.ts'
import { registrationText, completeText as text } from '#texts/registration.ts'
import { FormSection } from '#web/features/registration/fields/FormSection.tsx'
import { ContactFields } from '#web/features/registration/fields/PersonalFields.tsx'
import { SocialMediaFields } from '#web/features/registration/fields/SocialMediaFields.tsx'
import { StudyFields } from '#web/features/registration/fields/StudyFields.tsx'
import { useSaveProfile } from '#web/features/registration/registration.api.ts'
import { useValidatedForm } from '#web/lib/form/use-validated-form.ts'
import { FailureMessage } from '#web/ui/feedback/ResultMessages.tsx'
import { buildInitialProfileValues, readProfileFields } from './profile-fields.ts'

/** Form for the profile fields that members may change themselves. Administrators change the others. */
export function EditProfile({ profile }: { profile: Profile }) {
  const sending = useSaveProfile()
  const [initial] = useState(() => buildInitialProfileValues(profile))
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
