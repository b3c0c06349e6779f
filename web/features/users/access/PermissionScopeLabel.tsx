import { Box, VisuallyHidden } from '@mantine/core'
import { roleText, scopeWords } from '#texts/roles.ts'
import type { RightScope } from './role-rights.ts'

/** Colours of the scopes in the role matrix. A wider scope has a stronger colour. */
const coloursByScope: Record<Exclude<RightScope, 'nobody'>, { bg?: string; c?: string; bd?: string }> = {
  all: { bg: 'var(--mantine-primary-color-filled)', c: 'var(--mantine-primary-color-contrast)' },
  country: { bg: 'var(--tint)', c: 'var(--tint-text)' },
  club: { c: 'var(--tint-text)', bd: '1px solid var(--line)' },
  office: { c: 'var(--tint-text)', bd: '1px solid var(--line)' },
  self: { c: 'dimmed', bd: '1px solid var(--line)' },
  everyone: { bd: '1px solid var(--line)' },
}

function getScopeLabel(scope: RightScope): string {
  if (scope === 'office') return roleText.officeScope
  return scope === 'everyone' ? roleText.yes : scopeWords[scope]
}

/**
 * Scope of a right as a coloured label. The text says everything; the colour adds no information. No right is a dash.
 */
export function PermissionScopeLabel({ scope }: { scope: RightScope }) {
  if (scope === 'nobody')
    return (
      <Box component="span" c="dimmed">
        <span aria-hidden>–</span>
        <VisuallyHidden>{scopeWords.nobody}</VisuallyHidden>
      </Box>
    )
  return (
    <Box
      component="span"
      display="inline-block"
      miw={56}
      px={6}
      bd="1px solid transparent"
      bdrs={6}
      fz={12}
      fw={600}
      lh={1.7}
      ta="center"
      style={{ whiteSpace: 'nowrap' }}
      {...coloursByScope[scope]}
    >
      {getScopeLabel(scope)}
    </Box>
  )
}
