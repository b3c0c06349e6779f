import { Button, CopyButton, Stack, Text } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { invitationText as text } from '#texts/invitations.ts'
import { QrCode } from '#web/ui/media/QrCode.tsx'

/** Invitation link as QR code and as text to copy. */
export function InvitationLink({ link }: { link: string }) {
  return (
    <Stack align="center" gap="sm">
      <div style={{ width: 'min(260px, 100%)' }}>
        <QrCode text={link} label={text.qr} />
      </div>
      <Text size="sm" ta="center" style={{ overflowWrap: 'anywhere' }}>
        {link}
      </Text>
      <CopyButton value={link}>
        {({ copied, copy }) => (
          <Button
            variant="default"
            leftSection={copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
            onClick={copy}
          >
            {copied ? text.copied : text.copy}
          </Button>
        )}
      </CopyButton>
    </Stack>
  )
}
