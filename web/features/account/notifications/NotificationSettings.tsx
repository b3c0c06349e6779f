import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { rowText, settingsText as text } from '#texts/settings.ts'
import { SettingsRow } from '#web/ui/layout/SettingsRow.tsx'
import { NotificationPreferences } from './NotificationPreferences.tsx'
import { PushNotificationDeviceList } from './PushNotificationDeviceList.tsx'
import { usePushSettings } from './push.api.ts'
import { QuietHoursSettings } from './QuietHoursSettings.tsx'

function usePushState(): string | undefined {
  const { data, error } = usePushSettings()
  if (!data) return error ? rowText.unknown : undefined
  const { devices, quietHours } = data
  const deviceState = devices.some(({ isCurrent }) => isCurrent) ? rowText.pushHere : rowText.noPushHere
  return quietHours
    ? `${deviceState} · ${rowText.quiet({ from: quietHours.from, to: quietHours.to })}`
    : deviceState
}

export function NotificationSettings({ user }: { user: CurrentUser }) {
  return (
    <SettingsRow
      anchor="notifications"
      title={text.sections.notifications}
      state={usePushState()}
      action={text.actions.change}
      help={text.notificationsHelp}
    >
      <PushNotificationDeviceList userId={user.id} />
      <NotificationPreferences user={user} />
      <QuietHoursSettings />
    </SettingsRow>
  )
}
