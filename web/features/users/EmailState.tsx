import { IconMailCheck, IconMailQuestion } from '@tabler/icons-react'
import { Hint } from '#web/ui/Hint.tsx'
import { usersText as text } from './users.text.ts'

export function EmailState({ isConfirmed }: { isConfirmed: boolean }) {
  const label = isConfirmed ? text.emailConfirmed : text.emailUnconfirmed
  const Icon = isConfirmed ? IconMailCheck : IconMailQuestion
  return (
    <Hint label={label}>
      <Icon
        size={16}
        role="img"
        aria-label={label}
        color={`var(--mantine-color-${isConfirmed ? 'anchor' : 'dimmed'})`}
      />
    </Hint>
  )
}
