import { PasswordInput } from '@mantine/core'
import { settingsText as text } from './settings.text.ts'

export function CurrentPassword({ error }: { error?: string }) {
  return (
    <PasswordInput
      name="currentPassword"
      label={text.currentPassword}
      autoComplete="current-password"
      required
      withAsterisk
      visibilityToggleButtonProps={{ 'aria-label': text.showPassword, tabIndex: 0 }}
      error={error}
    />
  )
}
