import { Box, Flex, Group, Stack } from '@mantine/core'
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
import { formatDate, formatDateTime, formatMonthAndYear } from '#web/lib/format/format.ts'
import { saveBlobAsFile } from '#web/lib/http/download.ts'
import { isQueryErrorShownInsteadOfData, isRecordNotFound } from '#web/lib/query/query-state.ts'
import { showToast } from '#web/lib/query/toast.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
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
      gap={12}
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
              {formatMonthAndYear(card.approvedAt)}
            </Box>
          </p>
        )}
      </Flex>
    </Flex>
  )
}

/** Placeholder for a text or picture of the membership card while the card loads. */
function CardTextPlaceholder({ width, height = 14 }: { width: number; height?: number }) {
  return <Box w={width} h={height} bdrs={4} bg="var(--white-25)" />
}

/** Placeholder in the shape and colour of the membership card, shown while the card loads. */
function MembershipCardPlaceholder() {
  return (
    <>
      <Flex direction="column" gap={12} p={20} bdrs={20} opacity={0.4} className={styles.card} aria-busy>
        <Group gap={12} h={32}>
          <CardTextPlaceholder width={32} height={32} />
          <CardTextPlaceholder width={120} />
        </Group>
        <Group gap={12} wrap="nowrap">
          <CardTextPlaceholder width={82} height={82} />
          <Stack gap={10}>
            <CardTextPlaceholder width={160} height={18} />
            <CardTextPlaceholder width={120} />
          </Stack>
        </Group>
        <Box bdrs={16} bg="white" style={{ aspectRatio: 1 }} />
        <Group justify="space-between" h={47}>
          <CardTextPlaceholder width={110} height={18} />
          <CardTextPlaceholder width={80} height={18} />
        </Group>
      </Flex>
      <Stack gap={8}>
        <Box h={84} bdrs={14} className={styles.validity} />
        <Box h={50} bd="1px solid var(--card-border)" bdrs={12} />
      </Stack>
    </>
  )
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
        {isExpired ? (
          <span>{text.overHelp}</span>
        ) : (
          <>
            <span>{text.renewed({ moment: formatDateTime(card.issuedAt) })}</span>
            <span>{text.offline}</span>
          </>
        )}
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

/**
 * Full-screen membership card, white in both themes because scanners read it best. Messages in place of the card have
 * the colours of the theme.
 */
export function MembershipCardScreen({ onClose }: { onClose: () => void }) {
  const card = useMembershipCard()
  const isWhite = card.data !== undefined || card.isPending
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
      data-white={isWhite || undefined}
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
        h={{ base: 48, sm: 56 }}
        bg="inherit"
        style={{ zIndex: 1 }}
      >
        <button type="button" className={styles.close} aria-label={text.close} onClick={onClose}>
          <IconX size={24} aria-hidden />
        </button>
        <Box component="h1" fz={17} fw={700} id="card-title">
          {text.title}
        </Box>
      </Group>
      <Columns
        template={isWhite ? { md: 'minmax(0, 1fr) 320px' } : undefined}
        gap="8px 32px"
        align="center"
        // The maximum width keeps the whole membership card visible without scrolling.
        // On wide screens, the validity and the buttons stand beside the membership card.
        maw={{
          base: 'clamp(320px, 100dvh - 380px, 440px)',
          md: `calc(clamp(320px, 100dvh - 320px, 440px) + ${isWhite ? 352 : 0}px)`,
        }}
        mx="auto"
        mt={{ sm: 24 }}
        px={16}
        pb={24}
      >
        {card.data && (
          <>
            <LargeMembershipCard card={card.data} />
            <Stack gap={8}>
              <MembershipCardValidity card={card.data} />
              <MembershipCardActions card={card.data} />
            </Stack>
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
      </Columns>
    </dialog>
  )
}
