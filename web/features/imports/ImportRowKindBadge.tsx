import { Flex } from '@mantine/core'
import { IconAlertTriangle, IconCopyCheck, IconEqual, IconPencil, IconUserPlus } from '@tabler/icons-react'
import type { ImportKind } from '#shared/constants.ts'
import { kindLabels } from '#texts/imports.ts'
import { getToneProps, type Tone } from '#web/ui/feedback/tones.ts'

const importKindIcons = {
  new: IconUserPlus,
  change: IconPencil,
  unchanged: IconEqual,
  duplicate: IconCopyCheck,
  error: IconAlertTriangle,
}

const tones: Record<ImportKind, Tone> = {
  new: 'good',
  change: 'info',
  unchanged: 'neutral',
  duplicate: 'warn',
  error: 'bad',
}

/** Badge that says by icon, text and colour what an imported line does, such as adding or changing a person. */
export function ImportRowKindBadge({ kind }: { kind: ImportKind }) {
  const Icon = importKindIcons[kind]
  return (
    <Flex
      component="span"
      display="inline-flex"
      gap={5}
      align="center"
      px={8}
      py={2}
      bdrs={6}
      fz={12}
      fw={700}
      lh={1.6}
      {...getToneProps(tones[kind])}
    >
      <Icon size={14} aria-hidden />
      {kindLabels[kind]}
    </Flex>
  )
}
