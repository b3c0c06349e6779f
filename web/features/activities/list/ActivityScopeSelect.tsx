import { Box, UnstyledButton } from '@mantine/core'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { scopeText as text } from '#texts/activities.ts'
import styles from '#web/features/activities/Activities.module.css'
import { useActivityCountsByScope } from '#web/features/activities/activities.api.ts'
import { scopeChoices } from '#web/features/activities/activities.search.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { HorizontalScrollRow } from '#web/ui/layout/HorizontalScrollRow.tsx'

type Scope = (typeof scopeChoices)[number]

/** Returns whose activities are listed at first: those of the user's club or, without a club, all activities. */
export function getDefaultActivityScope({ clubId }: CurrentUser): Scope {
  return clubId ? 'club' : 'all'
}

/**
 * Selects the scope of listed activities (own club, own country, all) and shows each scope's number of upcoming ones.
 */
export function ActivityScopeSelect({
  user,
  scope,
  onScope,
}: {
  user: CurrentUser
  scope: Scope
  onScope: (scope: Scope) => void
}) {
  const { data: counts, isError } = useActivityCountsByScope()
  const availableScopes = { club: user.clubId, country: user.currentCountry, all: true }
  return (
    <HorizontalScrollRow role="group" aria-label={text.label} className={styles.scopes}>
      {scopeChoices
        .filter(choice => availableScopes[choice])
        .map(choice => (
          <UnstyledButton
            key={choice}
            className={styles.scope}
            aria-pressed={choice === scope}
            onClick={() => onScope(choice)}
          >
            {text[choice]}{' '}
            {!isError && (
              <Box component="span" fz={13} className="tabular">
                {counts ? formatNumber(counts[choice] ?? 0) : '–'}
              </Box>
            )}
          </UnstyledButton>
        ))}
    </HorizontalScrollRow>
  )
}
