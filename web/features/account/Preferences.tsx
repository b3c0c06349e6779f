import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Switch.css'
import { Skeleton, Switch, Text } from '@mantine/core'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import { type Channel, isAdjustable, preferenceKinds } from '#shared/contracts/preferences.ts'
import { choiceGroups, type NotificationKind, recordOf } from '#shared/notification-kinds.ts'
import { can } from '#shared/policies.ts'
import { useTick } from '#web/lib/use-tick.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { usePreferences, useSetPreference } from './preferences.api.ts'
import styles from './Settings.module.css'
import { preferencesText as text } from './settings.text.ts'

const channels: Channel[] = ['app', 'mail']

function Choice({ channel, kind, isOn }: { channel: Channel; kind: NotificationKind; isOn: boolean }) {
  const set = useSetPreference()
  // What was just chosen shows at once; if it is refused, what is stored comes back.
  const tick = useTick(isOn, (wanted, onSettled) =>
    set.mutate({ channel, kind, isOn: wanted }, { onSettled }),
  )
  return <Switch aria-label={`${recordOf(kind).choice?.label}: ${text.channels[channel]}`} {...tick} />
}

export function Preferences({ user }: { user: CurrentUser }) {
  const preferences = usePreferences()
  if (preferences.error) {
    return <ErrorState error={preferences.error} onRetry={() => preferences.refetch()} />
  }
  if (!preferences.data) return <Skeleton height={320} />
  const isOn = (channel: Channel, kind: NotificationKind) =>
    preferences.data.find(row => row.channel === channel && row.kind === kind)?.isOn ?? true
  const concerns = (kind: NotificationKind) => {
    const { onlyFor } = recordOf(kind)
    return !onlyFor || can(user, onlyFor)
  }
  return (
    <>
      <table className={styles.preferences}>
        <thead>
          <tr>
            <th scope="col">{text.kind}</th>
            {channels.map(channel => (
              <th scope="col" key={channel}>
                {text.channels[channel]}
              </th>
            ))}
          </tr>
        </thead>
        {Object.entries(choiceGroups).map(([group, title]) => (
          <tbody key={group}>
            <tr>
              <th scope="rowgroup" colSpan={3} className={styles.preferenceGroup}>
                {title}
              </th>
            </tr>
            {preferenceKinds
              .filter(kind => recordOf(kind).choice?.group === group && concerns(kind))
              .map(kind => (
                <tr key={kind}>
                  <th scope="row">{recordOf(kind).choice?.label}</th>
                  {channels.map(channel => (
                    <td key={channel}>
                      {isAdjustable(channel, kind) ? (
                        <Choice channel={channel} kind={kind} isOn={isOn(channel, kind)} />
                      ) : (
                        <span aria-hidden>–</span>
                      )}
                    </td>
                  ))}
                </tr>
              ))}
          </tbody>
        ))}
      </table>
      <Text size="xs" c="dimmed" mt="md">
        {text.always}
      </Text>
    </>
  )
}
