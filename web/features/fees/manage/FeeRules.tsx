import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Switch.css'
import { Stack, Switch } from '@mantine/core'
import type { FeeRules as Rules } from '#shared/contracts/fees/fees.schemas.ts'
import { feeRulesText as text } from '#texts/fees.ts'
import { useChangeFeeRules, useFeeRules } from '#web/features/fees/fees.api.ts'
import { Panel } from '#web/ui/layout/Panel.tsx'

/** Settings with which headquarters choose the consequences of overdue fees. Each switch saves at once. */
export function FeeRules() {
  const { data } = useFeeRules()
  const change = useChangeFeeRules()
  if (!data) return null
  const renderSwitch = (key: keyof Rules, label: string) => (
    <Switch
      label={label}
      checked={data[key]}
      disabled={change.isPending}
      onChange={event => change.mutate({ ...data, [key]: event.currentTarget.checked })}
    />
  )
  return (
    <Panel title={text.title} subtitle={text.help}>
      <Stack gap={12}>
        {renderSwitch('isCardBlocked', text.card)}
        {renderSwitch('isVoteBlocked', text.voting)}
      </Stack>
    </Panel>
  )
}
