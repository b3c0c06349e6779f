import { Text, TextInput } from '@mantine/core'
import { personFieldLabels as labels } from '#texts/person-fields.ts'
import { registrationText as text } from '#texts/registration.ts'
import { NewPasswordFields } from '#web/ui/form/NewPasswordFields.tsx'
import type { FieldProps } from './FormSection.tsx'

export function FullNameField({ initial, errors }: FieldProps) {
  return (
    <TextInput
      name="fullName"
      style={{ gridColumn: '1 / -1' }}
      label={labels.fullName}
      description={text.fullNameHelp}
      autoComplete="name"
      required
      withAsterisk
      maxLength={200}
      defaultValue={initial.fullName}
      error={errors.fullName}
    />
  )
}

export function EmailField({ initial, errors }: FieldProps) {
  return (
    <TextInput
      name="email"
      type="email"
      label={labels.email}
      placeholder={text.emailExample}
      autoComplete="email"
      required
      withAsterisk
      defaultValue={initial.email}
      error={errors.email}
    />
  )
}

export function UsernameField({ initial, errors }: FieldProps) {
  return (
    <TextInput
      name="username"
      label={labels.username}
      description={text.usernameHelp}
      autoComplete="username"
      defaultValue={initial.username}
      error={errors.username}
    />
  )
}

/** Password fields of the registration. A user who registers somebody else may leave them empty. */
export function PasswordFields({ errors, isOwn }: FieldProps & { isOwn: boolean }) {
  if (isOwn) return <NewPasswordFields label={text.password} errors={errors} />
  return (
    <>
      <NewPasswordFields label={text.passwordOptional} errors={errors} isOptional />
      <Text size="sm" c="dimmed" style={{ gridColumn: '1 / -1' }}>
        {text.passwordLater}
      </Text>
    </>
  )
}
