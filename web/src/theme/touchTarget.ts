/** The size of a control without text: 44 px for thumbs, more with large text, but no more than the width can spare. */
export const touchTarget = 'calc(min(2.75rem, 15vw))';
