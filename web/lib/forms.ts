import type { FormErrors } from '@mantine/form'
import type { ZodMiniType } from 'zod/mini'

/** The contract's own schema as a form's validation: the first message for each field. */
export function schemaErrors(schema: ZodMiniType): (values: unknown) => FormErrors {
  return values => {
    const errors: FormErrors = {}
    for (const issue of schema.safeParse(values).error?.issues ?? []) {
      errors[issue.path.join('.')] ??= issue.message
    }
    return errors
  }
}
