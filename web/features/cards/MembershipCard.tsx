import { lazy, Suspense } from 'react'
import type { MembershipCardData } from '#shared/contracts/cards/cards.schemas.ts'
import { orgName } from '#web/lib/document/branding.ts'
import { formatMonthOfTimestamp } from '#web/lib/format/format.ts'
import { AppLogo } from '#web/ui/media/AppLogo.tsx'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'
import { cardText as text } from './cards.text.ts'
import styles from './MembershipCard.module.css'

const QrCode = lazy(async () => ({ default: (await import('#web/ui/media/QrCode.tsx')).QrCode }))

export type MembershipCardFace = Pick<
  MembershipCardData,
  'fullName' | 'clubName' | 'currentCountry' | 'profileImageUrl' | 'approvedAt'
> & {
  membershipNumber: string | null
  /** URL in the QR code; undefined while it is loading, or when the member has no card. */
  address?: string
}

/** Membership card in bank card size. `isPrinted`: printing the page prints only this card. */
export function MembershipCard({ face, isPrinted }: { face: MembershipCardFace; isPrinted?: boolean }) {
  const { fullName, membershipNumber, clubName, currentCountry, approvedAt, address } = face
  return (
    <article className={styles.card} aria-label={text.card} data-printed={isPrinted || undefined}>
      <header className={styles.head}>
        <AppLogo size={30} kite="#fff" />
        <span className={styles.org}>{orgName}</span>
        <span className={styles.kind}>{text.member}</span>
      </header>
      <div className={styles.person}>
        <span className={styles.photo}>
          <PersonAvatar person={face} size={64} isSquare />
        </span>
        <div className={styles.lines}>
          <p className={styles.name}>{fullName}</p>
          {clubName && <p className={styles.club}>{clubName}</p>}
          {currentCountry && <p>{currentCountry}</p>}
        </div>
      </div>
      <footer className={styles.foot}>
        <div>
          <p className={styles.number}>{membershipNumber ?? text.none}</p>
          {approvedAt && <p>{text.since(formatMonthOfTimestamp(approvedAt))}</p>}
        </div>
        {membershipNumber && (
          <span className={styles.code}>
            <Suspense>{address && <QrCode text={address} label={text.code} />}</Suspense>
          </span>
        )}
      </footer>
    </article>
  )
}
