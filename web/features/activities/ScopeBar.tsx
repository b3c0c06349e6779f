import { UnstyledButton } from '@mantine/core'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import { showNumber } from '#web/lib/format.ts'
import styles from './Activities.module.css'
import { useScopeCounts } from './activities.api.ts'
import { scopes } from './activities.search.ts'
import { scopeText as text } from './activities.text.ts'

type Scope = (typeof scopes)[number]

/** Where the list opens: with one's own club; for whoever has none, with all. */
export function homeScope({ clubId }: CurrentUser): Scope {
  return clubId ? 'club' : 'all'
}

/** Whose activities, with how many are to come; those that one does not have are not on offer. */
export function ScopeBar({
  user,
  scope,
  onScope,
}: {
  user: CurrentUser
  scope: Scope
  onScope: (scope: Scope) => void
}) {
  const counts = useScopeCounts().data
  const own = { club: user.clubId, country: user.currentCountry, all: true }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row everywhere
    <div role="group" aria-label={text.label} className={styles.scopes}>
      {scopes
        .filter(one => own[one])
        .map(one => (
          <UnstyledButton
            key={one}
            className={styles.scope}
            aria-pressed={one === scope}
            onClick={() => onScope(one)}
          >
            {text[one]}{' '}
            <span className={styles.scopeCount}>{counts ? showNumber(counts[one] ?? 0) : '–'}</span>
          </UnstyledButton>
        ))}
    </div>
  )
}
