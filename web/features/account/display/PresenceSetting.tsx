import '@mantine/core/styles/Switch.css'
import { Switch } from '@mantine/core'
import type { Account } from '#shared/contracts/account/account.schemas.ts'
import { presenceText as text } from '#texts/settings.ts'
import { useSetPresenceSharing } from '#web/features/account/account.api.ts'
import { useSavedCheckbox } from '#web/lib/form/use-saved-checkbox.ts'

/** Switch for showing the online status to others. Users who hide their status cannot see the status of other users. */
export function PresenceSetting({ account }: { account: Account }) {
  const save = useSetPresenceSharing()
  const switchProps = useSavedCheckbox(account.showsPresence, (isShown, onSettled) =>
    save.mutate(isShown, { onSettled }),
  )
  return <Switch label={text.label} {...switchProps} />
}
