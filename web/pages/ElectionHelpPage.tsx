import { ElectionHelp } from '#web/features/elections/ElectionHelp.tsx'

export function ElectionHelpPage() {
  return <ElectionHelp />
}
