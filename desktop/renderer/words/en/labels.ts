/** The page of labels. */
export const labels = {
  intro: 'Labels sort conversations. The assistant can set them when a conversation goes quiet.',
  add: 'Add a label',
  edit: 'Change the label',
  name: 'Name',
  color: 'Colour',
  colors: ['Red', 'Orange', 'Yellow', 'Green', 'Teal', 'Blue', 'Indigo', 'Purple', 'Grey'],
  description: 'Description',
  descriptionHint: 'Tells the assistant, and the team, when it fits.',
  ai: 'The assistant may set it',
  byAi: 'set by the assistant too',
  byTeam: 'set by the team alone',
  empty: 'No label yet. A first one could be “Complaint” or “Wholesale”.',
  removeHint: 'It is removed from every conversation.',
}
