import '@mantine/core/styles/Switch.css'
import { Switch } from '@mantine/core'
import type { Account } from '#shared/contracts/account/account.schemas.ts'
import { presenceText as text } from '#texts/settings.ts'
import { useSaveOnlineStatusVisibility } from '#web/features/account/account.api.ts'
import { useAutosavedCheckbox } from '#web/lib/form/use-autosaved-checkbox.ts'

/** Switch for showing the online status to others. Users who hide their status cannot see the status of other users. */
export function OnlineStatusSwitch({ account }: { account: Account }) {
  const save = useSaveOnlineStatusVisibility()
  const switchProps = useAutosavedCheckbox(account.showsPresence, (isShown, onSettled) =>
    save.mutate(isShown, { onSettled }),
  )
  return <Switch label={text.label} {...switchProps} />
}
