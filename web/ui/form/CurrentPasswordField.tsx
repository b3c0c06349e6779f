import { PasswordInput } from '@mantine/core'

const text = {
  label: 'Kata laluan semasa',
  show: 'Tunjukkan atau sembunyikan kata laluan',
}

export function CurrentPasswordField({ error }: { error?: string }) {
  return (
    <PasswordInput
      name="currentPassword"
      label={text.label}
      autoComplete="current-password"
      required
      withAsterisk
      visibilityToggleButtonProps={{ 'aria-label': text.show, tabIndex: 0 }}
      error={error}
    />
  )
}
