import { UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { rightGroupTexts } from '#texts/roles.ts'
import type { RightGroup } from './role-rights.ts'

/** Collapsible heading of a group of rights in the role matrix. */
export function PermissionGroupHeading({
  group,
  isOpen,
  onToggle,
  children,
}: {
  group: RightGroup
  isOpen: boolean
  onToggle: () => void
  children?: ReactNode
}) {
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <UnstyledButton
      display="flex"
      w="100%"
      mih={44}
      px={16}
      py={6}
      fz={14}
      fw={700}
      style={{ gap: 8, alignItems: 'center' }}
      aria-expanded={isOpen}
      onClick={onToggle}
    >
      <Chevron size={16} aria-hidden />
      {rightGroupTexts[group]}
      {children}
    </UnstyledButton>
  )
}
