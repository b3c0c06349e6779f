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

/** What was typed so far, but for passwords; it outlives a change between the two forms. */
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
  /** The applicant, not somebody for them. */
  isOwn: boolean
  redirect?: string
  /** By which one came; it says where one belongs. */
  invitation?: { token: string; country: string; clubId: number | null }
  /** Left out: there is nothing to go back to. */
  onBack?: () => void
}) {
  const register = useRegister()
  const [answer, setAnswer] = useState<{ message: string; isMailed: boolean; link?: string }>()
  const [round, setRound] = useState(0)
  const [progress, setProgress] = useState<{ filled: number; all: number }>()
  const isFull = kind === 'full'
  const { form, errors, submit, clear } = useCheckedForm({
    schema: isOwn ? registerForm : registerOtherForm,
    sending: register,
    read: fields => {
      const { values, toForm } = readFields(fields)
      // Left empty: whoever is registered sets one by themselves, and reads the terms when they do.
      if (!isOwn && !values.password && !values.confirmPassword) {
        values.password = undefined
        values.confirmPassword = undefined
      }
      const isAgreed = values.terms === 'true'
      const isConsented = values.consent === 'true'
      const isAsked = isAgreed || isConsented || isOwn || values.password
      values.terms = isAsked ? isAgreed : undefined
      values.consent = isAsked ? isConsented : undefined
      if (invitation) {
        const { token, country, clubId } = invitation
        Object.assign(values, { invitation: token, currentCountry: country, ...(clubId && { clubId }) })
      }
      return { values, toForm }
    },
    onSuccess: given => {
      startAnew()
      setAnswer(given)
    },
  })

  // A new round is a new set of fields: whatever they held is gone.
  function startAnew(): void {
    draft.current = {}
    clear()
    setAnswer(undefined)
    setRound(round + 1)
  }

  function keepDraft(): void {
    if (!form.current) return
    const { password: _, confirmPassword: __, terms: ___, consent: ____, ...kept } = readForm(form.current)
    const others = Object.entries(draft.current).filter(([name]) => !name.startsWith('socialMedia.'))
    draft.current = { ...Object.fromEntries(others), ...kept }
    if (isFull) setProgress(countFilled(form.current))
  }

  // Before it is painted: what is above the fields would push them down.
  // biome-ignore lint/correctness/useExhaustiveDependencies: counted anew with every new set of fields
  useLayoutEffect(keepDraft, [round])

  if (answer) return <Registered {...answer} isOwn={isOwn} redirect={redirect} onAgain={startAnew} />
  const submitLabel = isFull ? text.submit : text.submitQuick
  const busyLabel = isFull ? text.submitting : text.submittingQuick
  return (
    <form ref={form} noValidate onSubmit={submit} onInput={keepDraft}>
      <Stack>
        <Group justify="space-between">
          {onBack && (
            <Button
              variant="subtle"
              color="gray"
              px="xs"
              leftSection={<IconArrowLeft size={18} aria-hidden />}
              onClick={() => {
                keepDraft()
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
              startAnew()
            }}
          >
            {text.reset}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
