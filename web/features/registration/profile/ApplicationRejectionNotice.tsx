import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { completeText as text } from '#texts/registration.ts'
import { useProfile } from '#web/features/registration/registration.api.ts'
import { applicationFormId } from './application-form-id.ts'

/** Shows why the application was rejected, with a button that leads to the form for applying again. */
export function ApplicationRejectionNotice() {
  const profile = useProfile()
  // An error while loading the profile is shown by the profile form, so it is not repeated beside the rejection reason.
  if (profile.error) return null
  if (!profile.data) return <Skeleton height={140} radius="md" />
  return (
    <Stack gap="md" align="flex-start">
      {profile.data.rejectionReason && (
        <Alert color="red" title={text.reason} w="100%">
          <Text style={{ overflowWrap: 'anywhere' }}>{profile.data.rejectionReason}</Text>
        </Alert>
      )}
      <Button
        size="md"
        leftSection={<IconPencil size={18} aria-hidden />}
        onClick={() => {
          const heading = document.getElementById(applicationFormId)
          heading?.scrollIntoView({ block: 'start' })
          heading?.focus({ preventScroll: true })
        }}
      >
        {text.applyAgain}
      </Button>
    </Stack>
  )
}
