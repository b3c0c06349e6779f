import { Box, Button, Card, Group, Stack, Text, TextInput } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconBrandWhatsapp, IconCheck, IconCopy, IconShare } from '@tabler/icons-react'
import type { Invitation } from '#shared/contracts/invitations/invitations.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { invitationText as text } from '#texts/invitations.ts'
import { formatDate } from '#web/lib/format/format.ts'
import { StatusBadge } from '#web/ui/feedback/StatusBadge.tsx'
import { FormDialog } from '#web/ui/form/FormDialog.tsx'
import { QrCode } from '#web/ui/media/QrCode.tsx'
import { useInvitedPeople } from './invitations.api.ts'

const icon = { size: 18, 'aria-hidden': true }

/** Returns the name of the club of an invitation, or of its country if the person may choose a club there. */
export const getInvitationPlace = ({ clubName, country }: Invitation) => clubName ?? getCountryName(country)

function InvitedPeople({ id }: { id: string }) {
  const { data } = useInvitedPeople(id)
  if (!data) return null
  if (data.length === 0) return <Text c="dimmed">{text.nobody}</Text>
  return (
    <Stack gap="xs">
      {data.map(person => (
        <Group key={person.id} justify="space-between" wrap="nowrap">
          <Text style={{ overflowWrap: 'anywhere' }}>{person.fullName}</Text>
          <StatusBadge status={person.status} />
        </Group>
      ))}
    </Stack>
  )
}

/** QR code of the invitation link, with the club or country and the expiry date of the invitation. */
function InvitationCard({ invitation, link }: { invitation: Invitation; link: string }) {
  return (
    <Card ta="center">
      <Text fw={700} size="lg" lh={1.3} style={{ overflowWrap: 'anywhere' }}>
        {getInvitationPlace(invitation)}
      </Text>
      <Box w="min(240px, 100%)" mx="auto" my="md" style={{ aspectRatio: 1 }}>
        <QrCode text={link} label={text.qr} fillsFrame />
      </Box>
      <Text size="sm" c="dimmed">
        {text.validUntil({ date: formatDate(invitation.expiresAt) ?? '' })}
      </Text>
      <Text size="sm" c="dimmed">
        {text.usesOf({ uses: invitation.uses, most: invitation.most })}
      </Text>
    </Card>
  )
}

/** Button that opens the device's share sheet or, where the browser has none, WhatsApp. */
function ShareInvitationButton({ link, message }: { link: string; message: string }) {
  if (!('share' in navigator)) {
    return (
      <Button
        component="a"
        href={`https://wa.me/?text=${encodeURIComponent(`${message}\n${link}`)}`}
        target="_blank"
        rel="noreferrer"
        variant="default"
        leftSection={<IconBrandWhatsapp {...icon} />}
      >
        {text.whatsapp}
      </Button>
    )
  }
  const openShareSheet = () =>
    navigator.share({ text: message, url: link }).catch(() => {
      // The share call fails when the user closes the share sheet without sharing, so the error is ignored.
    })
  return (
    <Button variant="default" leftSection={<IconShare {...icon} />} onClick={openShareSheet}>
      {text.share}
    </Button>
  )
}

/**
 * Invitation with its QR code and buttons to share the link. `isNew`: the link has just been created and nobody used
 * it.
 */
export function InvitationDialog({
  invitation,
  isNew = false,
  onRevoke,
  onClose,
}: {
  invitation: Invitation
  isNew?: boolean
  /** Event handler that revokes the invitation; omitted when the invitation is no longer valid. */
  onRevoke?: () => void
  onClose: () => void
}) {
  const { copy, copied, error } = useClipboard({ timeout: 10_000 })
  const { link } = invitation
  const place = getInvitationPlace(invitation) ?? ''
  return (
    <FormDialog
      title={isNew ? text.ready : place}
      footer={
        link && (
          <>
            <ShareInvitationButton link={link} message={text.message({ place })} />
            <Button
              leftSection={copied ? <IconCheck {...icon} /> : <IconCopy {...icon} />}
              onClick={() => copy(link)}
            >
              <span aria-live="polite">{copied ? text.copied : text.copy}</span>
            </Button>
          </>
        )
      }
      onClose={onClose}
    >
      {link && <InvitationCard invitation={invitation} link={link} />}
      {/* When the browser refuses clipboard access, the link is shown for copying by hand. */}
      {link && error && (
        <TextInput
          aria-label={text.address}
          readOnly
          value={link}
          onFocus={event => event.currentTarget.select()}
        />
      )}
      {!isNew && (
        <section>
          <Text fw={700} mb="xs">
            {text.who}
          </Text>
          <InvitedPeople id={invitation.id} />
        </section>
      )}
      {onRevoke && (
        <Button variant="light" color="red" onClick={onRevoke}>
          {text.revoke}
        </Button>
      )}
    </FormDialog>
  )
}
