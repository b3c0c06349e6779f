import { Button, Card, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { type Profile, profileBody } from '#shared/contracts/profile/profile.schemas.ts'
import { registrationText, completeText as text } from '#texts/registration.ts'
import { FormSection } from '#web/features/registration/fields/FormSection.tsx'
import { PhoneNumberField } from '#web/features/registration/fields/PersonalFields.tsx'
import { SocialMediaFields } from '#web/features/registration/fields/SocialMediaFields.tsx'
import { StudyDetailsFormFields } from '#web/features/registration/fields/StudyDetailsFormFields.tsx'
import { useSaveProfile } from '#web/features/registration/registration.api.ts'
import { useValidatedForm } from '#web/lib/form/use-validated-form.ts'
import { FailureMessage } from '#web/ui/feedback/ResultMessages.tsx'
import { buildInitialProfileValues, readProfileFieldsFromForm } from './profile-fields.ts'

/** Form for the profile fields that members may change themselves. Only administrators change other fields. */
export function EditProfileForm({ profile }: { profile: Profile }) {
  const sending = useSaveProfile()
  const [isChanged, setChanged] = useState(false)
  const [initial] = useState(() => buildInitialProfileValues(profile))
  const { form, errors, submit } = useValidatedForm({
    schema: profileBody,
    sending,
    read: readProfileFieldsFromForm,
    onSuccess: () => setChanged(false),
  })
  const props = { initial, errors }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys that press a button also cause a click
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      onInput={() => setChanged(true)}
      // A click on a button counts as a change of the form, because buttons add and remove social media rows.
      onClick={({ target }) => (target as Element).closest('[type=button]') && setChanged(true)}
    >
      <Stack gap={20}>
        <FormSection title={registrationText.sections.contact}>
          <PhoneNumberField {...props} />
        </FormSection>
        <FormSection title={registrationText.sections.social}>
          <SocialMediaFields {...props} />
        </FormSection>
        <FormSection title={registrationText.sections.study}>
          <StudyDetailsFormFields {...props} />
        </FormSection>
        <FailureMessage error={sending.error} otherwise={text.failed} />
        {/* The button stands at the end of the form, and in sight while there are changes to save. */}
        <Card
          py="sm"
          pos={isChanged ? 'sticky' : 'static'}
          bottom="calc(var(--bar-height) + 8px)"
          style={{ zIndex: 2 }}
        >
          <Group justify="space-between">
            <Text size="sm" c={isChanged ? undefined : 'dimmed'}>
              {isChanged ? text.unsaved : text.allSaved}
            </Text>
            <Button type="submit" variant={isChanged ? 'filled' : 'default'} disabled={sending.isPending}>
              {sending.isPending ? text.saving : text.save}
            </Button>
          </Group>
        </Card>
      </Stack>
    </form>
  )
}
