import { Skeleton } from '@mantine/core'
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
import { useWakeLock } from '#web/lib/device/use-wake-lock.ts'
import { orgName } from '#web/lib/document/branding.ts'
import { formatDate, formatDateTime, formatMonthOfTimestamp } from '#web/lib/format/format.ts'
import { saveBlobAsFile } from '#web/lib/http/download.ts'
import { isDataMissing, isRecordUnknown } from '#web/lib/query/query-state.ts'
import { showToast } from '#web/lib/query/toast.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { AppLogo } from '#web/ui/media/AppLogo.tsx'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'
import { QrCode } from '#web/ui/media/QrCode.tsx'
import { useMembershipCard } from './cards.api.ts'
import { cardText as text } from './cards.text.ts'
import { drawMembershipCard } from './draw-membership-card.ts'
import styles from './MembershipCardScreen.module.css'

const icon = { size: 20, 'aria-hidden': true } as const

function LargeCard({ card }: { card: MembershipCardData }) {
  return (
    <article className={styles.card} aria-label={text.card}>
      <header className={styles.head}>
        <AppLogo size={32} kite="#fff" />
        <span className={styles.org}>{orgName}</span>
        <span className={styles.kind}>
          <IconCircleCheck size={16} aria-hidden /> {text.active}
        </span>
      </header>
      <div className={styles.person}>
        <span className={styles.photo}>
          <PersonAvatar person={card} size={76} isSquare />
        </span>
        <div className={styles.lines}>
          <p className={styles.name}>{card.fullName}</p>
          {card.clubName && <p>{card.clubName}</p>}
          {card.currentCountry && <p className={styles.faint}>{card.currentCountry}</p>}
        </div>
      </div>
      <div className={styles.code}>
        <QrCode text={card.address} label={text.code} />
      </div>
      <footer className={styles.foot}>
        <p>
          <span className={styles.faint}>{text.number}</span>
          <b>{card.membershipNumber}</b>
        </p>
        {card.approvedAt && (
          <p>
            <span className={styles.faint}>{text.sinceLabel}</span>
            <b>{formatMonthOfTimestamp(card.approvedAt)}</b>
          </p>
        )}
      </footer>
    </article>
  )
}

/** Date until which the membership card can be verified offline. */
function Validity({ card }: { card: MembershipCardData }) {
  const isExpired = Date.parse(card.expiresAt) <= Date.now()
  const day = formatDate(card.expiresAt)
  return (
    <div className={styles.validity} data-over={isExpired || undefined}>
      {isExpired ? <IconShieldX {...icon} /> : <IconShieldCheck {...icon} />}
      <p>
        <b>{isExpired ? text.over(day) : text.until(day)}</b>
        <span>{isExpired ? text.overHelp : text.renewed(formatDateTime(card.issuedAt))}</span>
      </p>
    </div>
  )
}

function CardActions({ card }: { card: MembershipCardData }) {
  const isAwake = useWakeLock()
  const savePicture = async () => {
    try {
      saveBlobAsFile(await drawMembershipCard(card), `kad-${card.membershipNumber}.png`)
    } catch {
      void showToast('failure', text.saveFailed)
    }
  }
  return (
    <div className={styles.actions}>
      <button type="button" className={styles.button} onClick={() => void savePicture()}>
        <IconDownload {...icon} /> {text.save}
      </button>
      {isAwake && (
        <p className={styles.awake}>
          <IconSun {...icon} /> {text.awake}
        </p>
      )}
    </div>
  )
}

/** Full-screen membership card, white in both themes because scanners read it best. */
export function MembershipCardScreen({ onClose }: { onClose: () => void }) {
  const card = useMembershipCard()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    dialog.current?.showModal()
    // The dialog itself takes the focus, because the browser would otherwise focus the close button.
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
      <div className={styles.bar}>
        <button type="button" className={styles.close} aria-label={text.close} onClick={onClose}>
          <IconX size={24} aria-hidden />
        </button>
        <h1 id="card-title">{text.title}</h1>
      </div>
      <div className={styles.column}>
        {card.data && (
          <>
            <LargeCard card={card.data} />
            <Validity card={card.data} />
            <CardActions card={card.data} />
          </>
        )}
        {card.isPending && <Skeleton height={520} radius={20} />}
        {isRecordUnknown(card) && <p className={styles.none}>{text.noCard}</p>}
        {!isRecordUnknown(card) && isDataMissing(card) && (
          <ErrorState error={card.error} onRetry={() => card.refetch()} />
        )}
      </div>
    </dialog>
  )
}
