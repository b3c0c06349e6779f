import { Alert, Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { applicantForm, type Profile } from '#shared/contracts/profile/profile.schemas.ts'
import { registrationText, completeText as text } from '#texts/registration.ts'
import { FormSection } from '#web/features/registration/fields/FormSection.tsx'
import { FullNameField } from '#web/features/registration/fields/NameFields.tsx'
import { PersonalFields } from '#web/features/registration/fields/PersonalFields.tsx'
import { SocialMediaFields } from '#web/features/registration/fields/SocialMediaFields.tsx'
import { StudyDetailsFormFields } from '#web/features/registration/fields/StudyDetailsFormFields.tsx'
import {
  useProfile,
  useResendConfirmationEmail,
  useSaveApplicantProfile,
} from '#web/features/registration/registration.api.ts'
import { useValidatedForm } from '#web/lib/form/use-validated-form.ts'
import { getErrorMessageForUser } from '#web/lib/http/api.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { FailureMessage } from '#web/ui/feedback/ResultMessages.tsx'
import { applicationFormId } from './application-form-id.ts'
import { buildInitialProfileValues, readProfileFieldsFromForm } from './profile-fields.ts'

function UnconfirmedEmailAlert() {
  const resend = useResendConfirmationEmail()
  const feedback = resend.error
    ? getErrorMessageForUser(resend.error, text.resendFailed)
    : resend.data?.message
  return (
    <Alert color="emas">
      <Stack gap="xs" align="flex-start">
        <span>{feedback ?? text.emailNotConfirmed}</span>
        <Button size="xs" variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
          {text.resend}
        </Button>
      </Stack>
    </Alert>
  )
}

function LoadedCompleteProfileForm({ profile }: { profile: Profile }) {
  const isRejected = profile.status === 'rejected'
  const sending = useSaveApplicantProfile({ isAgain: isRejected })
  const [isSaved, setIsSaved] = useState(false)
  const [initial] = useState(() => buildInitialProfileValues(profile))
  const { form, errors, submit } = useValidatedForm({
    schema: applicantForm,
    sending,
    read: fields => {
      const { values: allValues, toForm } = readProfileFieldsFromForm(fields)
      const { icNumber, ...others } = allValues
      // If the field for the identity card number is empty, the server keeps the stored number.
      return { values: icNumber === '' && profile.icNumber ? others : allValues, toForm }
    },
    onSuccess: () => setIsSaved(true),
  })
  const props = { initial, errors }
  const [label, busyLabel] = isRejected ? [text.resubmitApplication, text.applying] : [text.save, text.saving]
  return (
    <form ref={form} noValidate onSubmit={submit} onInput={() => setIsSaved(false)}>
      <Stack ta="left">
        <div>
          <Title order={2} size="h3" id={applicationFormId} tabIndex={-1} style={{ scrollMarginTop: 16 }}>
            {isRejected ? text.titleRejected : text.title}
          </Title>
          <Text size="sm" c="dimmed" mt={4}>
            {text.intro}
          </Text>
        </div>
        {!profile.isEmailConfirmed && <UnconfirmedEmailAlert />}
        <FormSection title={registrationText.sections.personal}>
          <FullNameField {...props} />
          <PersonalFields {...props} kept={profile.icNumber} />
        </FormSection>
        <FormSection title={registrationText.sections.social}>
          <SocialMediaFields {...props} />
        </FormSection>
        <FormSection title={registrationText.sections.study}>
          <StudyDetailsFormFields {...props} />
        </FormSection>
        <FailureMessage error={sending.error} otherwise={text.failed} />
        {isSaved && (
          <Alert color="laut" role="status" icon={<IconCheck aria-hidden />}>
            {text.saved}
          </Alert>
        )}
        <Button type="submit" size="md" disabled={sending.isPending} style={{ alignSelf: 'flex-start' }}>
          {sending.isPending ? busyLabel : label}
        </Button>
      </Stack>
    </form>
  )
}

/** Profile form of a pending or rejected applicant, who completes the data or applies again. */
export function CompleteProfileForm() {
  const profile = useProfile()
  if (profile.error) return <ErrorState error={profile.error} onRetry={() => profile.refetch()} />
  if (!profile.data) {
    return <Skeleton height={1200} radius={16} />
  }
  return <LoadedCompleteProfileForm profile={profile.data} />
}
