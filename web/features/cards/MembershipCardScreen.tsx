import { Box, Flex, Group } from '@mantine/core'
import {
  IconCircleCheck,
  IconDownload,
  IconShieldCheck,
  IconShieldX,
  IconSun,
  IconX,
} from '@tabler/icons-react'
import { useLayoutEffect, useRef } from 'react'
import type { MembershipCardData } from '#shared/contracts/cards/cards.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { cardText as text } from '#texts/cards.ts'
import { useWakeLock } from '#web/lib/device/use-wake-lock.ts'
import { orgName } from '#web/lib/document/branding.ts'
import { formatDate, formatDateTime, formatMonthOfTimestamp } from '#web/lib/format/format.ts'
import { saveBlobAsFile } from '#web/lib/http/download.ts'
import { isQueryErrorShownInsteadOfData, isRecordNotFound } from '#web/lib/query/query-state.ts'
import { showToast } from '#web/lib/query/toast.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { AppLogo } from '#web/ui/media/AppLogo.tsx'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'
import { QrCode } from '#web/ui/media/QrCode.tsx'
import { useMembershipCard } from './cards.api.ts'
import { drawMembershipCard } from './draw-membership-card.ts'
import styles from './MembershipCardScreen.module.css'

const icon = { size: 20, 'aria-hidden': true } as const

function LargeMembershipCard({ card }: { card: MembershipCardData }) {
  return (
    <Flex
      component="article"
      direction="column"
      gap={16}
      p={20}
      bdrs={20}
      c="white"
      className={styles.card}
      aria-label={text.card}
    >
      <Group component="header" gap={12} wrap="nowrap">
        <AppLogo size={32} kite="var(--mantine-color-white)" />
        <Box component="span" flex={1} fw={700}>
          {orgName}
        </Box>
        <span className={styles.kind}>
          <IconCircleCheck size={16} aria-hidden /> {text.active}
        </span>
      </Group>
      <Group gap={12} wrap="nowrap">
        <Box component="span" flex="none" p={3} bdrs={14} bg="white">
          <PersonAvatar person={card} size={76} isSquare />
        </Box>
        <Box miw={0} lh={1.4}>
          <Box component="p" fz={20} fw={700} style={{ overflowWrap: 'anywhere' }} lh={1.25}>
            {card.fullName}
          </Box>
          {card.clubName && <p>{card.clubName}</p>}
          {card.currentCountry && (
            <Box component="p" c="laut.1" fz={13}>
              {getCountryName(card.currentCountry)}
            </Box>
          )}
        </Box>
      </Group>
      <Box p={8} bdrs={16} bg="white" style={{ aspectRatio: 1 }}>
        <QrCode text={card.address} label={text.code} fillsFrame />
      </Box>
      <Flex component="footer" wrap="wrap" gap="4px 16px" align="end" justify="space-between">
        <p>
          <Box component="span" display="block" c="laut.1" fz={13}>
            {text.number}
          </Box>
          <Box component="b" fz={18} className="tabular">
            {card.membershipNumber}
          </Box>
        </p>
        {card.approvedAt && (
          <p>
            <Box component="span" display="block" c="laut.1" fz={13}>
              {text.sinceLabel}
            </Box>
            <Box component="b" fz={18} className="tabular">
              {formatMonthOfTimestamp(card.approvedAt)}
            </Box>
          </p>
        )}
      </Flex>
    </Flex>
  )
}

/** Placeholder in the size and colour of the membership card, shown while the card loads. */
function MembershipCardPlaceholder() {
  return <Box h={600} bdrs={20} opacity={0.25} className={styles.card} aria-busy />
}

/** Date until which the membership card can be verified offline. */
function MembershipCardValidity({ card }: { card: MembershipCardData }) {
  const isExpired = Date.parse(card.expiresAt) <= Date.now()
  const day = formatDate(card.expiresAt)
  return (
    <Group
      gap={12}
      wrap="nowrap"
      py={12}
      px={16}
      bdrs={14}
      fz={14}
      className={styles.validity}
      data-over={isExpired || undefined}
    >
      {isExpired ? <IconShieldX {...icon} /> : <IconShieldCheck {...icon} />}
      <p>
        <b>{isExpired ? text.over({ day }) : text.until({ day })}</b>
        <span>{isExpired ? text.overHelp : text.renewed({ moment: formatDateTime(card.issuedAt) })}</span>
      </p>
    </Group>
  )
}

function MembershipCardActions({ card }: { card: MembershipCardData }) {
  const isAwake = useWakeLock()
  const saveCardPicture = async () => {
    try {
      saveBlobAsFile(await drawMembershipCard(card), `${text.file({ number: card.membershipNumber })}.png`)
    } catch {
      void showToast('failure', text.saveFailed)
    }
  }
  return (
    <Flex wrap="wrap" gap={10}>
      <Box
        type="button"
        component="button"
        bd="1px solid var(--card-border)"
        bdrs={12}
        bg="white"
        c="inherit"
        style={{ cursor: 'pointer' }}
        className={styles.button}
        onClick={() => void saveCardPicture()}
      >
        <IconDownload {...icon} /> {text.save}
      </Box>
      {isAwake && (
        <p className={styles.awake}>
          <IconSun {...icon} /> {text.awake}
        </p>
      )}
    </Flex>
  )
}

/** Full-screen membership card, white in both themes because scanners read it best. */
export function MembershipCardScreen({ onClose }: { onClose: () => void }) {
  const card = useMembershipCard()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    dialog.current?.showModal()
    // The dialog with the membership card takes the focus, because the browser would focus its close button.
    dialog.current?.focus()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={styles.screen}
      tabIndex={-1}
      aria-labelledby="card-title"
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
    >
      <Group
        gap={0}
        justify="center"
        wrap="nowrap"
        pos="sticky"
        top={0}
        h={56}
        bg="white"
        style={{ zIndex: 1 }}
      >
        <button type="button" className={styles.close} aria-label={text.close} onClick={onClose}>
          <IconX size={24} aria-hidden />
        </button>
        <Box component="h1" fz={17} fw={700} id="card-title">
          {text.title}
        </Box>
      </Group>
      <div className={styles.column}>
        {card.data && (
          <>
            <LargeMembershipCard card={card.data} />
            <MembershipCardValidity card={card.data} />
            <MembershipCardActions card={card.data} />
          </>
        )}
        {card.isPending && <MembershipCardPlaceholder />}
        {isRecordNotFound(card) && (
          <Box component="p" p={24} ta="center">
            {text.noCard}
          </Box>
        )}
        {!isRecordNotFound(card) && isQueryErrorShownInsteadOfData(card) && (
          <ErrorState error={card.error} onRetry={() => card.refetch()} />
        )}
      </div>
    </dialog>
  )
}
