import { Alert, Button, Group, Modal, Text } from '@mantine/core'
import { IconDevices } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { ListedLinkRequest } from '#shared/contracts/keys/key-links.schemas.ts'
import { getCityOfTimeZone } from '#shared/time/time-zones.ts'
import { approveDeviceText as text } from '#texts/keys.ts'
import { useRefuseDeviceLink } from '#web/features/keys/keys.api.ts'
import { formatTime } from '#web/lib/format/format.ts'
import { ApproveDeviceLinkSteps } from './ApproveDeviceLinkSteps.tsx'

/**
 * Milliseconds for which a new device's link request is shown. The server deletes unanswered requests after this time.
 */
const requestLifetime = 2 * 60 * 1000

/** Asks on every page whether another device may get the encryption keys. Shows the newest request first. */
export function DeviceLinkRequestPrompt({
  requests,
  userId,
  className,
}: {
  requests: ListedLinkRequest[]
  userId: number
  className?: string | undefined
}) {
  const [handled, setHandled] = useState<string[]>([])
  const [approving, setApproving] = useState<ListedLinkRequest>()
  const refusing = useRefuseDeviceLink()
  const request = requests.find(({ id }) => !handled.includes(id))
  const requestId = request?.id
  useEffect(() => {
    if (requestId === undefined) return
    const timer = setTimeout(() => setHandled(ids => [...ids, requestId]), requestLifetime)
    return () => clearTimeout(timer)
  }, [requestId])
  if (approving) {
    const close = () => setApproving(undefined)
    return (
      <Modal
        opened
        onClose={close}
        closeOnClickOutside={false}
        title={text.question({ name: approving.name })}
      >
        <ApproveDeviceLinkSteps request={approving} userId={userId} onDone={close} />
      </Modal>
    )
  }
  if (!request) return null
  const markRequestHandled = () => setHandled([...handled, request.id])
  const { name, zone, createdAt } = request
  return (
    <div className={className}>
      <Alert color="laut" role="alert" title={text.title} icon={<IconDevices aria-hidden />}>
        <Group justify="space-between" gap="xs">
          <div>
            <Text size="sm" fw={600}>
              {[name, zone && getCityOfTimeZone(zone), formatTime(createdAt)].filter(Boolean).join(' · ')}
            </Text>
            <Text size="sm">{text.hint}</Text>
          </div>
          <Group gap="xs" flex={{ base: '1 1 100%', xs: 'none' }}>
            <Button
              h={44}
              flex={{ base: '1 1 120px', xs: 'none' }}
              onClick={() => {
                markRequestHandled()
                setApproving(request)
              }}
            >
              {text.review}
            </Button>
            <Button
              h={44}
              flex={{ base: '1 1 120px', xs: 'none' }}
              variant="default"
              onClick={() => {
                markRequestHandled()
                refusing.mutate(request)
              }}
            >
              {text.dismiss}
            </Button>
          </Group>
        </Group>
      </Alert>
    </div>
  )
}
