/** What callers answer: a closed set as flows wait for it. */
export const phrases = [
  'Yes', 'No', 'Maybe later', 'Talk to an agent', 'I want to pay my bill', 'Cancel my order', 'Track my package', 'Reset my password', 'Technical support', 'Opening hours', 'I am not interested',
  'Renew my contract', 'Close my account', 'Report a problem', 'I already paid', 'The first option', 'The second option', 'Good morning', 'Not right now', 'I moved to another city', 'I want a new phone',
  'I need help', 'Tell me more', 'I forgot my password', 'I have no time', 'My phone is broken', 'Stop calling me', 'I want to complain', 'Internet connection', 'Monday afternoon',
] as const;

/** Sentences nobody waits for: none of the phrases, and heard word by word. */
export const sentences = [
  'The weather is lovely in the mountains', 'My sister plays the piano every evening', 'What is the capital of France', 'We would like a table near the window', 'The train was late because of the snow',
  'Please send the letter to my new address', 'I left my keys on the kitchen table', 'The children are playing in the garden', 'Our neighbour has a very old dog', 'She wants to learn another language',
  'The doctor will see you after lunch', 'They sold their house last summer', 'Could you speak a little slower please', 'I am looking for a birthday present', 'The shop on the corner is closed today',
  'He drinks his coffee without sugar', 'There is a problem with the heating', 'My brother works at the airport', 'The meeting was moved to Thursday morning', 'I would rather walk than take the bus',
  'Nobody told me about the change', 'The price has gone up again', 'You can park behind the building', 'I have been waiting for half an hour', 'The package arrived with a broken lid',
  'Is there a cheaper way to travel', 'The second line does not work either', 'We are going to the beach on Sunday', 'My card was stolen yesterday evening', 'Thank you for your patience',
] as const;
