import '#web/ui/printed.css'
import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import type { Profile } from '#shared/contracts/profile.ts'
import { orgName } from '#web/lib/branding.ts'
import { showMonthOf } from '#web/lib/format.ts'
import { Mark } from '#web/ui/Mark.tsx'
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx'
import styles from './MembershipCard.module.css'
import { profileText as text } from './profile.text.ts'

/** The size of a bank card; printed, it is all that is on the page. */
export function MembershipCard({ user, profile }: { user: CurrentUser; profile: Profile }) {
  const { fullName, membershipNumber, clubName, currentCountry, approvedAt } = profile
  return (
    <div>
      <article className={styles.card} aria-label={text.card} data-printed>
        <header className={styles.head}>
          <Mark size={30} kite="#fff" />
          <span className={styles.org}>{orgName}</span>
          <span className={styles.kind}>{text.member}</span>
        </header>
        <div className={styles.person}>
          <span className={styles.photo}>
            <PersonAvatar person={user} size={72} isSquare />
          </span>
          <div className={styles.lines}>
            <p className={styles.name}>{fullName}</p>
            {clubName && <p className={styles.club}>{clubName}</p>}
            {currentCountry && <p>{currentCountry}</p>}
          </div>
        </div>
        <footer className={styles.foot}>
          <p className={styles.number}>{membershipNumber ?? text.none}</p>
          {approvedAt && <p>{text.since(showMonthOf(approvedAt))}</p>}
        </footer>
      </article>
      <Button
        variant="default"
        mt="md"
        leftSection={<IconPrinter size={18} aria-hidden />}
        onClick={() => window.print()}
      >
        {text.print}
      </Button>
    </div>
  )
}
