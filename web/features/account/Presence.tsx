import '@mantine/core/styles/Switch.css'
import { Switch } from '@mantine/core'
import type { Account } from '#shared/contracts/account.ts'
import { useTick } from '#web/lib/use-tick.ts'
import { useSetPresence } from './account.api.ts'
import { presenceText as text } from './settings.text.ts'

/** Whether others see when one is here; who does not want that does not see it of them. */
export function Presence({ account }: { account: Account }) {
  const save = useSetPresence()
  const tick = useTick(account.showsPresence, (isShown, onSettled) => save.mutate(isShown, { onSettled }))
  return <Switch label={text.label} {...tick} />
}
