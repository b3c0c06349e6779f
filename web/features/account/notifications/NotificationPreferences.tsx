import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Switch.css'
import { Skeleton, Switch, Text } from '@mantine/core'
import {
  type Channel,
  canTurnOffNotificationOnChannel,
  channels,
  getSettingsGroupOfNotificationKind,
  type PreferenceKind,
  preferenceKinds,
} from '#shared/contracts/account/preferences.schemas.ts'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import {
  getNotificationKindDefinition,
  isNotificationKind,
  notificationGroups,
} from '#shared/notification-kinds.ts'
import { can } from '#shared/policies.ts'
import { notificationChoiceLabels, notificationGroupLabels } from '#texts/notification-choices.ts'
import { preferencesText as text } from '#texts/settings.ts'
import styles from '#web/features/account/Settings.module.css'
import { useAutosavedCheckbox } from '#web/lib/form/use-autosaved-checkbox.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { useNotificationPreferences, useSetNotificationPreference } from './preferences.api.ts'

function NotificationPreferenceSwitch({
  channel,
  kind,
  isOn,
  isDisabled,
}: {
  channel: Channel
  kind: PreferenceKind
  isOn: boolean
  isDisabled: boolean
}) {
  const save = useSetNotificationPreference()
  const switchProps = useAutosavedCheckbox(isOn, (isChecked, onSettled) =>
    save.mutate({ channel, kind, isOn: isChecked }, { onSettled }),
  )
  return (
    <Switch
      aria-label={`${notificationChoiceLabels[kind]}: ${text.channels[channel]}`}
      {...switchProps}
      checked={switchProps.checked && !isDisabled}
      disabled={isDisabled}
    />
  )
}

export function NotificationPreferences({ user }: { user: CurrentUser }) {
  const preferences = useNotificationPreferences()
  if (preferences.error) {
    return <ErrorState error={preferences.error} onRetry={() => preferences.refetch()} />
  }
  if (!preferences.data) return <Skeleton height={320} />
  const isOn = (channel: Channel, kind: PreferenceKind) =>
    preferences.data.find(row => row.channel === channel && row.kind === kind)?.isOn ?? true
  const isRelevant = (kind: PreferenceKind) => {
    const onlyFor = isNotificationKind(kind) ? getNotificationKindDefinition(kind).onlyFor : undefined
    return !onlyFor || can(user, onlyFor)
  }
  /**
   * Disables the push switch of a notification kind while its in-app notifications are off, because pushes repeat them.
   */
  const isPushDisabled = (channel: Channel, kind: PreferenceKind) =>
    channel === 'push' && canTurnOffNotificationOnChannel('app', kind) && !isOn('app', kind)
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
        {notificationGroups.map(group => (
          <tbody key={group}>
            <tr>
              <th scope="rowgroup" colSpan={channels.length + 1} className={styles.preferenceGroup}>
                {notificationGroupLabels[group]}
              </th>
            </tr>
            {preferenceKinds
              .filter(kind => getSettingsGroupOfNotificationKind(kind) === group && isRelevant(kind))
              .map(kind => (
                <tr key={kind}>
                  <th scope="row">{notificationChoiceLabels[kind]}</th>
                  {channels.map(channel => (
                    <td key={channel}>
                      {canTurnOffNotificationOnChannel(channel, kind) ? (
                        <NotificationPreferenceSwitch
                          channel={channel}
                          kind={kind}
                          isOn={isOn(channel, kind)}
                          isDisabled={isPushDisabled(channel, kind)}
                        />
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
