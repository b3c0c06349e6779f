import '@mantine/core/styles/Switch.css'
import { Switch } from '@mantine/core'
import type { Account } from '#shared/contracts/account.ts'
import { useSavedCheckbox } from '#web/lib/use-tick.ts'
import { useSetPresence } from './account.api.ts'
import { presenceText as text } from './settings.text.ts'

/** Switch for sharing the online status. Users who do not share theirs cannot see the status of others. */
export function PresenceSetting({ account }: { account: Account }) {
  const save = useSetPresence()
  const switchProps = useSavedCheckbox(account.showsPresence, (isShown, onSettled) =>
    save.mutate(isShown, { onSettled }),
  )
  return <Switch label={text.label} {...switchProps} />
}
