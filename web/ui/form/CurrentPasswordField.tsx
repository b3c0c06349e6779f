import { PasswordInput } from '@mantine/core'
import { passwordFieldText as text } from '#texts/form-fields.ts'

export function CurrentPasswordField({ error }: { error?: string }) {
  return (
    <PasswordInput
      name="currentPassword"
      label={text.current}
      autoComplete="current-password"
      required
      withAsterisk
      visibilityToggleButtonProps={{ 'aria-label': text.show, tabIndex: 0 }}
      error={error}
    />
  )
}
