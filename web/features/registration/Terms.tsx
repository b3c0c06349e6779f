import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import { Checkbox, Stack, Text } from '@mantine/core'
import { registrationText, termsText } from './registration.text.ts'
import type { FieldProps } from './Section.tsx'

export function TermsToRead() {
  return (
    <details>
      <Text
        component="summary"
        size="sm"
        c="var(--mantine-color-anchor)"
        className="lone"
        style={{ cursor: 'pointer' }}
      >
        {registrationText.readTerms}
      </Text>
      <ol>
        {termsText.map(paragraph => (
          <Text component="li" size="sm" mb={6} key={paragraph}>
            {paragraph}
          </Text>
        ))}
      </ol>
    </details>
  )
}

export function Terms({ errors }: Pick<FieldProps, 'errors'>) {
  return (
    <Stack gap="sm">
      <TermsToRead />
      <Checkbox
        name="terms"
        value="true"
        label={
          <>
            {registrationText.terms}{' '}
            <Text span c="red" aria-hidden>
              *
            </Text>
          </>
        }
        required
        aria-invalid={Boolean(errors.terms)}
        error={errors.terms}
      />
    </Stack>
  )
}
