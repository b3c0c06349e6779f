import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import { Checkbox, Stack, Text } from '@mantine/core'
import { membershipTerms, termsText } from '#texts/terms.ts'
import type { FieldProps } from '#web/features/registration/fields/FormSection.tsx'
import { publishedTermsVersion } from '#web/lib/document/branding.ts'

export function ExpandableMembershipTerms() {
  return (
    <details>
      <Text
        component="summary"
        size="sm"
        c="var(--mantine-color-anchor)"
        className="lone"
        style={{ cursor: 'pointer' }}
      >
        {`${termsText.read} (${termsText.versionOf({ version: publishedTermsVersion })})`}
      </Text>
      <ol style={{ listStyle: 'revert', margin: '1em 0', paddingInlineStart: 40 }}>
        {membershipTerms.paragraphs.map(paragraph => (
          <Text component="li" size="sm" mb={6} key={paragraph}>
            {paragraph}
          </Text>
        ))}
      </ol>
    </details>
  )
}

function AgreementCheckbox({ name, label, error }: { name: string; label: string; error?: string }) {
  return (
    <Checkbox
      name={name}
      value="true"
      label={
        <>
          {label}
          {'\u00a0'}
          <Text span inherit c="red" aria-hidden>
            *
          </Text>
        </>
      }
      required
      aria-invalid={Boolean(error)}
      error={error}
    />
  )
}

/** Terms of membership with two checkboxes: acceptance, and separate consent to store sensitive political data. */
export function TermsAndConsentCheckboxes({ errors }: Pick<FieldProps, 'errors'>) {
  return (
    <Stack gap="sm">
      <ExpandableMembershipTerms />
      <AgreementCheckbox name="terms" label={termsText.terms} error={errors.terms} />
      <AgreementCheckbox name="consent" label={termsText.consent} error={errors.consent} />
    </Stack>
  )
}
