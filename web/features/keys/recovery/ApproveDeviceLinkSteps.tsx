import { Button, Loader, Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { ListedLinkRequest } from '#shared/contracts/keys/key-links.schemas.ts'
import { approveDeviceText as text } from '#texts/keys.ts'
import { EncryptionKeyWizardStep } from '#web/features/keys/EncryptionKeyWizardStep.tsx'
import { KeyErrorAlert } from '#web/features/keys/KeyErrorAlert.tsx'
import styles from '#web/features/keys/Keys.module.css'
import {
  type ReauthenticatedKeys,
  useDeviceLinkComparisonCode,
  useOwnPublishedEncryptionKeys,
  useReplyToDeviceLinkRequest,
  useSendKeysToNewDeviceAfterComparison,
} from '#web/features/keys/keys.api.ts'
import { cancelDeviceLinkRequest } from '#web/lib/e2ee/keys/device-linking.ts'
import type { OldDeviceComparison } from '#web/lib/e2ee/keys/link-comparison.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { DeviceLinkComparisonCode } from './DeviceLinkComparisonCode.tsx'
import { LinkOtherDeviceStep } from './LinkOtherDeviceStep.tsx'
import { ReauthenticateAndUnlockKeysStep } from './ReauthenticationStep.tsx'

/** Shows a code. When the user confirms that the new device shows the same code, the encryption keys are sent. */
function CompareLinkCodesStep({
  comparison,
  request,
  opened,
  onScan,
  onDone,
}: {
  comparison: OldDeviceComparison
  request: ListedLinkRequest
  opened: ReauthenticatedKeys
  onScan: () => void
  onDone: () => void
}) {
  const [isRefused, setIsRefused] = useState(false)
  const { data: code, error } = useDeviceLinkComparisonCode(comparison, isRefused)
  const giving = useSendKeysToNewDeviceAfterComparison(comparison, request.name, opened.keys)
  const refuseDeviceLink = () => {
    setIsRefused(true)
    void cancelDeviceLinkRequest(request)
  }
  if (error || isRefused) {
    return (
      <Stack>
        {error ? <KeyErrorAlert error={error} /> : <Text size="sm">{text.refused}</Text>}
        <div className={styles.actions}>
          <Button onClick={onDone}>{text.close}</Button>
        </div>
      </Stack>
    )
  }
  if (!code) {
    return (
      <div className={styles.actions} role="status">
        <Loader size="sm" aria-hidden />
        <Text size="sm">{text.waiting}</Text>
      </div>
    )
  }
  return (
    <EncryptionKeyWizardStep title={text.comparing}>
      <DeviceLinkComparisonCode label={text.comparison} code={code} />
      <Text size="sm">{text.consequence}</Text>
      <KeyErrorAlert error={giving.error} />
      <div className={styles.actions}>
        <Button disabled={giving.isPending} onClick={() => giving.mutate(undefined, { onSuccess: onDone })}>
          {giving.isPending ? text.giving : text.give}
        </Button>
        <Button variant="light" color="red" disabled={giving.isPending} onClick={refuseDeviceLink}>
          {text.different}
        </Button>
        <Button variant="subtle" disabled={giving.isPending} onClick={onScan}>
          {text.scan}
        </Button>
      </div>
    </EncryptionKeyWizardStep>
  )
}

/**
 * Approves a new device in three steps: re-authentication, comparison of codes, transfer of the keys. The reply to the
 * new device is sent during re-authentication, so that the code is ready afterwards.
 */
export function ApproveDeviceLinkSteps({
  request,
  userId,
  onDone,
}: {
  request: ListedLinkRequest
  userId: number
  onDone: () => void
}) {
  const keys = useOwnPublishedEncryptionKeys()
  const reply = useReplyToDeviceLinkRequest(userId, request)
  const [opened, setOpened] = useState<ReauthenticatedKeys>()
  const [isScanning, setIsScanning] = useState(false)
  const cancelApproval = () => {
    void cancelDeviceLinkRequest(request)
    onDone()
  }
  if (keys.error) return <ErrorState error={keys.error} onRetry={() => keys.refetch()} />
  if (reply.error) return <KeyErrorAlert error={reply.error} />
  if (!keys.data) return <Skeleton height={160} radius={16} />
  if (!opened) {
    return (
      <ReauthenticateAndUnlockKeysStep
        title={text.hint}
        userId={userId}
        keys={keys.data}
        onOpen={setOpened}
        onCancel={cancelApproval}
      />
    )
  }
  if (isScanning) return <LinkOtherDeviceStep opened={opened} onDone={onDone} />
  if (!reply.data) return <Skeleton height={160} radius={16} />
  return (
    <CompareLinkCodesStep
      comparison={reply.data}
      request={request}
      opened={opened}
      onScan={() => setIsScanning(true)}
      onDone={onDone}
    />
  )
}
