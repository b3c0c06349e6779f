import { IconMailCheck, IconMailQuestion } from '@tabler/icons-react'
import { usersText as text } from '#texts/users.ts'
import { ButtonTooltip } from '#web/ui/feedback/ButtonTooltip.tsx'

export function EmailConfirmationIcon({ isConfirmed }: { isConfirmed: boolean }) {
  const label = isConfirmed ? text.emailConfirmed : text.emailUnconfirmed
  const Icon = isConfirmed ? IconMailCheck : IconMailQuestion
  return (
    <ButtonTooltip label={label}>
      <Icon
        size={16}
        style={{ flex: 'none', verticalAlign: 'text-bottom' }}
        role="img"
        aria-label={label}
        color={isConfirmed ? 'var(--mantine-color-anchor)' : 'var(--warn-text)'}
      />
    </ButtonTooltip>
  )
}
