import { Button, Card, Group, Stack, Text } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useLayoutEffect, useState } from 'react'
import { registerForm, registerOtherForm } from '#shared/contracts/registration.ts'
import { readForm } from '#web/lib/forms.ts'
import { useCheckedForm } from '#web/lib/use-checked-form.ts'
import { Failed } from '#web/ui/Done.tsx'
import { countFilled, FormProgress } from './FormProgress.tsx'
import { Registered } from './Registered.tsx'
import { FullFields, QuickFields } from './RegistrationFields.tsx'
import { readFields } from './read-fields.ts'
import { useRegister } from './registration.api.ts'
import { registrationText as text } from './registration.text.ts'
import { Terms } from './Terms.tsx'

/** Input so far, without passwords. The draft survives switching between the full and the quick form. */
export type Draft = Record<string, string>

export function RegistrationForm({
  kind,
  draft,
  isOwn,
  redirect,
  invitation,
  onBack,
}: {
  kind: 'full' | 'quick'
  draft: { current: Draft }
  /** Whether applicants register themselves, rather than being registered by a signed-in user. */
  isOwn: boolean
  redirect?: string
  /** Invitation that opened the form. Its country and club are sent with the registration. */
  invitation?: { token: string; country: string; clubId: number | null }
  /** Returns to the choice of registration method; omitted when an invitation opened the form. */
  onBack?: () => void
}) {
  const register = useRegister()
  const [response, setResponse] = useState<{ message: string; isMailed: boolean; link?: string }>()
  const [round, setRound] = useState(0)
  const [progress, setProgress] = useState<{ filled: number; all: number }>()
  const isFull = kind === 'full'
  const { form, errors, submit, clear } = useCheckedForm({
    schema: isOwn ? registerForm : registerOtherForm,
    sending: register,
    read: fields => {
      const { values, toForm } = readFields(fields)
      // Without a password, the registered person sets one later and accepts the terms then.
      if (!isOwn && !values.password && !values.confirmPassword) {
        values.password = undefined
        values.confirmPassword = undefined
      }
      const isAgreed = values.terms === 'true'
      const isConsented = values.consent === 'true'
      const mustAgree = isAgreed || isConsented || isOwn || values.password
      values.terms = mustAgree ? isAgreed : undefined
      values.consent = mustAgree ? isConsented : undefined
      if (invitation) {
        const { token, country, clubId } = invitation
        Object.assign(values, { invitation: token, currentCountry: country, ...(clubId && { clubId }) })
      }
      return { values, toForm }
    },
    onSuccess: result => {
      resetForm()
      setResponse(result)
    },
  })

  // Incrementing `round` remounts the fields, which clears their values.
  function resetForm(): void {
    draft.current = {}
    clear()
    setResponse(undefined)
    setRound(round + 1)
  }

  function saveDraft(): void {
    if (!form.current) return
    const {
      password: _,
      confirmPassword: __,
      terms: ___,
      consent: ____,
      ...draftValues
    } = readForm(form.current)
    const otherValues = Object.entries(draft.current).filter(([name]) => !name.startsWith('socialMedia.'))
    draft.current = { ...Object.fromEntries(otherValues), ...draftValues }
    if (isFull) setProgress(countFilled(form.current))
  }

  // A layout effect counts before the first paint, so that the progress bar does not shift the fields.
  // biome-ignore lint/correctness/useExhaustiveDependencies: recount whenever the fields are remounted
  useLayoutEffect(saveDraft, [round])

  if (response) return <Registered {...response} isOwn={isOwn} redirect={redirect} onAgain={resetForm} />
  const submitLabel = isFull ? text.submit : text.submitQuick
  const busyLabel = isFull ? text.submitting : text.submittingQuick
  return (
    <form ref={form} noValidate onSubmit={submit} onInput={saveDraft}>
      <Stack>
        <Group justify="space-between">
          {onBack && (
            <Button
              variant="subtle"
              color="gray"
              px="xs"
              leftSection={<IconArrowLeft size={18} aria-hidden />}
              onClick={() => {
                saveDraft()
                onBack()
              }}
            >
              {text.back}
            </Button>
          )}
          <Text size="sm" c="dimmed">
            {text.required}
          </Text>
        </Group>
        {isFull && progress && <FormProgress {...progress} />}
        <Stack key={round}>
          {isFull ? (
            <FullFields initial={draft.current} errors={errors} isOwn={isOwn} />
          ) : (
            <QuickFields
              initial={draft.current}
              errors={errors}
              isOwn={isOwn}
              isPlaced={invitation !== undefined}
            />
          )}
          <Card padding="lg">
            <Terms errors={errors} />
          </Card>
        </Stack>
        <Failed error={register.error} otherwise={text.failed} />
        <Group>
          <Button type="submit" size="md" disabled={register.isPending}>
            {register.isPending ? busyLabel : submitLabel}
          </Button>
          <Button
            variant="default"
            size="md"
            disabled={register.isPending}
            onClick={() => {
              register.reset()
              resetForm()
            }}
          >
            {text.reset}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
