import '@mantine/core/styles/Progress.css'
import { Box, PasswordInput, Progress, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { passwordFieldText as text } from '#texts/form-fields.ts'

const colors = ['red', 'red', 'emas', 'laut', 'laut']

/** Hook that rates password strength from 0 to 4. The meter's code is loaded when the user starts typing. */
function usePasswordStrength(password: string): number | undefined {
  const [score, setScore] = useState<number>()
  useEffect(() => {
    let isCurrent = true
    if (password === '') setScore(undefined)
    else
      import('#web/lib/session/password-strength.ts').then(
        ({ scorePassword: strengthOf }) => isCurrent && setScore(strengthOf(password, [])),
        // If the code that rates passwords cannot be loaded, the form works without a strength meter.
        () => {},
      )
    return () => {
      isCurrent = false
    }
  }, [password])
  return score
}

/** Shows a password's strength as bar and text. If the field has an error, the help text is hidden. */
function PasswordStrengthMeter({ password, hasError }: { password: string; hasError: boolean }) {
  const score = usePasswordStrength(password)
  const level = score === undefined ? '' : (text.levels[score] ?? '')
  return (
    <Box mt={5}>
      <Text size="xs" c="dimmed" aria-live="polite">
        {level ? text.strength({ level }) : !hasError && text.help}
      </Text>
      {score !== undefined && (
        <Progress mt={6} value={(score + 1) * 20} color={colors[score]} size="sm" aria-hidden />
      )}
    </Box>
  )
}

/** Fields for a new password, entered twice, with a meter of its strength. */
export function NewPasswordFields({
  label,
  errors,
  isOptional = false,
}: {
  label: string
  errors: { password?: string; confirmPassword?: string }
  isOptional?: boolean
}) {
  const [password, setPassword] = useState('')
  const toggleProps = { 'aria-label': text.show, tabIndex: 0 }
  return (
    <>
      <PasswordInput
        name="password"
        label={label}
        autoComplete="new-password"
        required={!isOptional}
        withAsterisk={!isOptional}
        visibilityToggleButtonProps={toggleProps}
        error={errors.password}
        onChange={event => setPassword(event.currentTarget.value)}
        inputContainer={input => (
          <>
            {input}
            {/* The error of an empty field stands directly below it, like those of the other fields. */}
            {!(errors.password && password === '') && (
              <PasswordStrengthMeter password={password} hasError={Boolean(errors.password)} />
            )}
          </>
        )}
      />
      <PasswordInput
        name="confirmPassword"
        label={text.confirm}
        autoComplete="new-password"
        required={!isOptional}
        withAsterisk={!isOptional}
        visibilityToggleButtonProps={toggleProps}
        error={errors.confirmPassword}
      />
    </>
  )
}
