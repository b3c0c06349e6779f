import { Box, Button, Flex, Group, Stack, Text } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useLayoutEffect, useState } from 'react'
import type { CustomField } from '#shared/contracts/custom-fields/custom-fields.schemas.ts'
import { buildRegistrationCustomFieldValidator } from '#shared/contracts/custom-fields/field-values.schemas.ts'
import { registerForm, registerOtherForm } from '#shared/contracts/registration/registration.schemas.ts'
import { registrationText as text } from '#texts/registration.ts'
import { CustomFieldFormSections } from '#web/features/registration/fields/CustomFieldFormSections.tsx'
import { FormSection } from '#web/features/registration/fields/FormSection.tsx'
import {
  FullRegistrationFormFields,
  QuickRegistrationFormFields,
} from '#web/features/registration/fields/RegistrationFields.tsx'
import {
  countFilledFields,
  RegistrationFormProgress,
} from '#web/features/registration/fields/RegistrationFormProgress.tsx'
import { readPersonFieldsFromForm } from '#web/features/registration/fields/read-person-fields-from-form.ts'
import { useRegisterUser, useRegistrationCustomFields } from '#web/features/registration/registration.api.ts'
import { TermsAndConsentCheckboxes } from '#web/features/registration/terms/TermsAndConsentCheckboxes.tsx'
import { readCustomFieldValuesFromForm } from '#web/lib/form/custom-field-values.ts'
import { readFormValues } from '#web/lib/form/forms.ts'
import { useValidatedForm } from '#web/lib/form/use-validated-form.ts'
import { FailureMessage } from '#web/ui/feedback/ResultMessages.tsx'
import { RegistrationSuccessNotice } from './RegistrationSuccessNotice.tsx'

/** Registration input without passwords. It is kept when the user switches between full and quick form. */
export type RegistrationDraft = Record<string, string>

/** Invitation that opened the form. Its country and club are sent with the registration. */
interface RegistrationInvitation {
  token: string
  country: string
  clubId: number | null
}

function readRegistration(
  form: HTMLFormElement,
  customFields: CustomField[],
  isOwn: boolean,
  invitation: RegistrationInvitation | undefined,
) {
  const { values, toForm } = readPersonFieldsFromForm(form)
  if (customFields.length > 0)
    values.customFields = readCustomFieldValuesFromForm(form, customFields, 'customFields')
  // A person registered by another user without a password sets a password and accepts the terms later.
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
}

/** Returns the registration draft with the form's values, but never with passwords or consent. */
function updateRegistrationDraft(draft: RegistrationDraft, form: HTMLFormElement): RegistrationDraft {
  const { password: _, confirmPassword: __, terms: ___, consent: ____, ...draftValues } = readFormValues(form)
  const otherValues = Object.entries(draft).filter(([name]) => !name.startsWith('socialMedia.'))
  return { ...Object.fromEntries(otherValues), ...draftValues }
}

/** Note about required fields, with a button that returns to the choice between the registration forms. */
function RegistrationFormHeader({ onBack }: { onBack?: () => void }) {
  return (
    <Group justify="space-between">
      {onBack && (
        <Button
          variant="subtle"
          color="gray"
          px="xs"
          // The negative margin aligns the button's arrow with the left edge of the page's title and form.
          ml={-11}
          leftSection={<IconArrowLeft size={18} aria-hidden />}
          onClick={onBack}
        >
          {text.back}
        </Button>
      )}
      <Text size="sm" c="dimmed">
        {text.required}
      </Text>
    </Group>
  )
}

function RegistrationFormButtons({
  isFull,
  isBusy,
  onReset,
}: {
  isFull: boolean
  isBusy: boolean
  onReset: () => void
}) {
  const submitLabel = isFull ? text.submit : text.submitQuick
  const busyLabel = isFull ? text.submitting : text.submittingQuick
  return (
    <Flex direction={{ base: 'column', sm: 'row' }} gap="xs">
      <Button type="submit" size="md" disabled={isBusy}>
        {isBusy ? busyLabel : submitLabel}
      </Button>
      <Button variant="subtle" color="gray" size="md" disabled={isBusy} onClick={onReset}>
        {text.reset}
      </Button>
    </Flex>
  )
}

interface Props {
  kind: 'full' | 'quick'
  draft: { current: RegistrationDraft }
  /** Whether an applicant fills in the form, not a signed-in user who registers the applicant. */
  isOwn: boolean
  redirect?: string
  invitation?: RegistrationInvitation
  /**
   * Event handler that returns to the choice between registration forms; omitted when an invitation opened
   * the form.
   */
  onBack?: () => void
}

export function RegistrationForm({ kind, draft, isOwn, redirect, invitation, onBack }: Props) {
  const register = useRegisterUser()
  const [response, setResponse] = useState<{ message: string; isMailed: boolean; link?: string }>()
  const [round, setRound] = useState(0)
  const [progress, setProgress] = useState<ReturnType<typeof countFilledFields>>()
  const isFull = kind === 'full'
  const [place, setPlace] = useState({
    country: invitation?.country,
    clubId: invitation?.clubId ?? undefined,
  })
  const customFields = useRegistrationCustomFields(place).data ?? []
  // The quick registration form asks only for required data. Other data can be added to the profile later.
  const askedFields = customFields
    .filter(({ isRequired }) => isFull || isRequired)
    .map(field => ({ ...field, isRequired: field.isRequired && isOwn }))
  const { form, errors, submit, clear } = useValidatedForm({
    schema: (isOwn ? registerForm : registerOtherForm).check(
      ...askedFields.map(buildRegistrationCustomFieldValidator),
    ),
    sending: register,
    read: fields => readRegistration(fields, askedFields, isOwn, invitation),
    onSuccess: result => {
      resetRegistrationForm()
      setResponse(result)
    },
  })

  // Incrementing `round` remounts the fields of the registration form, which clears their values.
  function resetRegistrationForm(): void {
    draft.current = {}
    clear()
    setResponse(undefined)
    setRound(round + 1)
  }

  /** The chosen country and club decide which custom fields the registration form has. An invitation fixes both. */
  function updatePlace(): void {
    if (invitation) return
    const { currentCountry: country, clubId } = draft.current
    const next = { country: country || undefined, clubId: clubId ? Number(clubId) : undefined }
    if (next.country !== place.country || next.clubId !== place.clubId) setPlace(next)
  }

  function saveDraft(): void {
    if (!form.current) return
    draft.current = updateRegistrationDraft(draft.current, form.current)
    updatePlace()
    if (isFull) setProgress(countFilledFields(form.current))
  }

  // A layout effect counts the form's fields before the first paint, so that the progress bar does not move them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: recount the fields whenever they are remounted
  useLayoutEffect(saveDraft, [round])

  if (response)
    return (
      <RegistrationSuccessNotice
        {...response}
        isOwn={isOwn}
        redirect={redirect}
        onAgain={resetRegistrationForm}
      />
    )
  return (
    <form ref={form} noValidate onSubmit={submit} onInput={saveDraft}>
      <Stack>
        <RegistrationFormHeader
          onBack={
            onBack &&
            (() => {
              saveDraft()
              onBack()
            })
          }
        />
        {isFull && progress && <RegistrationFormProgress {...progress} />}
        <Stack key={round}>
          {isFull ? (
            <FullRegistrationFormFields initial={draft.current} errors={errors} isOwn={isOwn} />
          ) : (
            <QuickRegistrationFormFields
              initial={draft.current}
              errors={errors}
              isOwn={isOwn}
              isPlaced={invitation !== undefined}
            />
          )}
          <CustomFieldFormSections fields={askedFields} errors={errors} />
          <FormSection title={text.sections.terms}>
            <Box style={{ gridColumn: '1 / -1' }}>
              <TermsAndConsentCheckboxes errors={errors} />
            </Box>
          </FormSection>
        </Stack>
        <FailureMessage error={register.error} otherwise={text.failed} />
        <RegistrationFormButtons
          isFull={isFull}
          isBusy={register.isPending}
          onReset={() => {
            register.reset()
            resetRegistrationForm()
          }}
        />
      </Stack>
    </form>
  )
}
