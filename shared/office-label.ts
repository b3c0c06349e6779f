import type { AppointedOffice, Role } from '#shared/constants.ts'
import { findText } from '#shared/language/texts.ts'
import { appointedOfficeLabels, roleLabels } from '#texts/labels.ts'

/** Returns the label of an office, whether it comes with a role or is given by appointment. */
export function getRoleOrOfficeLabel(office: Role | AppointedOffice): string {
  return findText(appointedOfficeLabels, office) ?? roleLabels[office as Role]
}
