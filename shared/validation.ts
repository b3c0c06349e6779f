import * as z from 'zod/mini'
import { validationText } from '#texts/validation.ts'

type Issue = Parameters<NonNullable<ReturnType<typeof z.config>['customError']>>[0]

function isValueMissing(issue: Issue): boolean {
  return issue.input === undefined || issue.input === null || issue.input === ''
}

function formatIssue(issue: Issue): string {
  if (isValueMissing(issue)) return validationText.required
  switch (issue.code) {
    case 'unrecognized_keys':
      return validationText.notAllowed
    case 'too_small':
      return issue.origin === 'string'
        ? validationText.tooShort({ minimum: String(issue.minimum) })
        : validationText.tooSmall({ minimum: String(issue.minimum) })
    case 'too_big':
      return issue.origin === 'string'
        ? validationText.tooLong({ maximum: String(issue.maximum) })
        : validationText.tooBig({ maximum: String(issue.maximum) })
    case 'invalid_value':
      return validationText.chooseFromList
    default:
      return validationText.invalid
  }
}

/**
 * Sets the default messages of validation errors. They are in the language that is current at the time of parsing.
 * Server and client call this once at start.
 */
export function setValidationMessages(): void {
  z.config({ customError: formatIssue })
}
