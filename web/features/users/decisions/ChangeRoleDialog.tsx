import '@mantine/core/styles/Combobox.css'
import { Modal, Select, Stack, Text } from '@mantine/core'
import type { Role } from '#shared/constants.ts'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { UserRow } from '#shared/contracts/users/users.schemas.ts'
import { listAssignableRoles } from '#shared/policies.ts'
import { roleLabels } from '#texts/labels.ts'
import { dialogText } from '#texts/users.ts'
import { PersonNameAndEmail, RoleBadge } from '#web/features/users/PersonNameAndEmail.tsx'
import { useChangeUserRole } from '#web/features/users/users.api.ts'

/** Dialog that changes a user's role. It lists the roles that the current user may assign, and saves at once. */
export function ChangeRoleDialog({
  user,
  person,
  onClose,
}: {
  user: CurrentUser
  person: UserRow
  onClose: () => void
}) {
  const text = dialogText.role
  const change = useChangeUserRole()
  const roles = listAssignableRoles(user).map(role => ({ value: role, label: roleLabels[role] }))
  return (
    <Modal opened onClose={onClose} title={text.title}>
      <Stack>
        <PersonNameAndEmail person={person} />
        <div>
          <Text size="sm" c="dimmed" mb={4}>
            {text.present}
          </Text>
          <RoleBadge role={person.role} />
        </div>
        <Select
          label={text.next}
          description={change.isPending ? text.saving : text.hint}
          data={roles}
          value={person.role}
          allowDeselect={false}
          disabled={change.isPending}
          comboboxProps={{ transitionProps: { duration: 150 } }}
          onChange={role => {
            if (role && role !== person.role)
              change.mutate({ id: person.id, role: role as Role }, { onSuccess: onClose })
          }}
        />
      </Stack>
    </Modal>
  )
}
