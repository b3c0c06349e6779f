import { Settings } from '#web/features/settings/Settings.tsx'

export function SettingsPage() {
  return <Settings />
}
