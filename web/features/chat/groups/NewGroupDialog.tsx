import { Button, Input, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import type { FoundPerson } from '#shared/contracts/users/users.schemas.ts'
import { groupText as text } from '#texts/chat.ts'
import { chatText } from '#texts/conversations.ts'
import { focusFirstError } from '#web/lib/form/forms.ts'
import { FormDialog } from '#web/ui/form/FormDialog.tsx'
import { useCreateGroup } from './groups.api.ts'
import { PeoplePicker } from './PeoplePicker.tsx'

/** Adds a person to the members chosen for a new group, or removes a person who is already chosen. */
export function togglePersonSelection(people: FoundPerson[], person: FoundPerson): FoundPerson[] {
  const rest = people.filter(({ id }) => id !== person.id)
  return rest.length < people.length ? rest : [...people, person]
}

export function NewGroupDialog({
  myId,
  onDone,
  onClose,
}: {
  myId: number
  onDone: (group: GroupRow) => void
  onClose: () => void
}) {
  const create = useCreateGroup(myId)
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<FoundPerson[]>([])
  const [isChecked, setChecked] = useState(false)

  function createGroupOfSelectedPeople(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    flushSync(() => setChecked(true))
    focusFirstError(event.currentTarget)
    if (name.trim() === '' || chosen.length === 0) return
    create.mutate({ name, memberIds: chosen.map(({ id }) => id) }, { onSuccess: onDone })
  }

  return (
    <FormDialog
      title={chatText.newGroup}
      note={text.chosen({ count: chosen.length })}
      onSubmit={createGroupOfSelectedPeople}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button type="submit" loading={create.isPending}>
            {text.create}
          </Button>
        </>
      }
      onClose={onClose}
    >
      <TextInput
        label={text.name}
        withAsterisk
        required
        data-autofocus
        maxLength={100}
        value={name}
        onChange={event => setName(event.currentTarget.value)}
        error={isChecked && name.trim() === '' && text.nameRequired}
      />
      <Input.Wrapper label={text.members} labelElement="div" withAsterisk>
        <PeoplePicker
          chosen={chosen}
          error={isChecked && chosen.length === 0 ? text.chooseSomeone : undefined}
          onPick={person => setChosen(togglePersonSelection(chosen, person))}
        />
      </Input.Wrapper>
    </FormDialog>
  )
}
