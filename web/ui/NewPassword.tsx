import '@mantine/core/styles/Progress.css'
import { PasswordInput, Progress, Text } from '@mantine/core'
import { useEffect, useState } from 'react'

const text = {
  confirm: 'Sahkan kata laluan',
  show: 'Tunjukkan atau sembunyikan kata laluan',
  help: 'Sekurang-kurangnya 6 aksara. Ayat pendek yang mudah diingati lebih kuat daripada satu perkataan.',
  strength: 'Kekuatan kata laluan',
  levels: ['Sangat lemah', 'Lemah', 'Sederhana', 'Kuat', 'Sangat kuat'],
}
const colors = ['red', 'red', 'emas', 'laut', 'laut']

/** Measured in the browser; the meter is fetched when somebody begins to type. */
function useStrength(password: string): number | undefined {
  const [score, setScore] = useState<number>()
  useEffect(() => {
    let isCurrent = true
    if (password === '') setScore(undefined)
    else
      import('#web/lib/password-strength.ts').then(
        ({ strengthOf }) => isCurrent && setScore(strengthOf(password, [])),
        // Without the meter one can still register.
        () => {},
      )
    return () => {
      isCurrent = false
    }
  }, [password])
  return score
}

function Strength({ password }: { password: string }) {
  const score = useStrength(password)
  const level = score === undefined ? '' : (text.levels[score] ?? '')
  return (
    <div>
      <Progress
        value={score === undefined ? 0 : (score + 1) * 20}
        color={colors[score ?? 0]}
        size="sm"
        aria-hidden
      />
      <Text size="xs" c="dimmed" mt={4} aria-live="polite">
        {level ? `${text.strength}: ${level}` : text.help}
      </Text>
    </div>
  )
}

/** A password to be set: typed twice, its strength shown meanwhile. */
export function NewPassword({
  label,
  errors,
  isOptional = false,
}: {
  label: string
  errors: { password?: string; confirmPassword?: string }
  isOptional?: boolean
}) {
  const [password, setPassword] = useState('')
  const toggle = { 'aria-label': text.show, tabIndex: 0 }
  return (
    <>
      <div>
        <PasswordInput
          name="password"
          label={label}
          autoComplete="new-password"
          required={!isOptional}
          withAsterisk={!isOptional}
          visibilityToggleButtonProps={toggle}
          error={errors.password}
          onChange={event => setPassword(event.currentTarget.value)}
          mb={8}
        />
        <Strength password={password} />
      </div>
      <PasswordInput
        name="confirmPassword"
        label={text.confirm}
        autoComplete="new-password"
        required={!isOptional}
        withAsterisk={!isOptional}
        visibilityToggleButtonProps={toggle}
        error={errors.confirmPassword}
      />
    </>
  )
}
