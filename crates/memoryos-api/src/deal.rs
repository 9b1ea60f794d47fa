//! Into whose memory each imported conversation goes.

use memoryos::{
    import::{Conversation, Format, Import, Note},
    types::{About, InvalidId, Owner, Turn, UserId},
};

/// What one owner gets.
#[derive(Debug)]
pub struct Share {
    /// Whose memory.
    pub owner: Owner,
    /// Ids of the conversations, in the order of the source.
    pub conversations: Vec<String>,
    /// What another memory had learned, as turns of its own.
    pub notes: Vec<Turn>,
    /// What was said.
    pub turns: Vec<Turn>,
}

impl Share {
    /// Moves all turns out. Notes first, so that the last turns end up in short-term memory.
    pub fn take_turns(&mut self) -> impl ExactSizeIterator<Item = Turn> + use<> {
        let mut turns = std::mem::take(&mut self.notes);
        turns.append(&mut self.turns);
        turns.into_iter()
    }
}

/// What each owner gets, and how many notes belong to nobody in particular.
#[derive(Debug)]
pub struct Shares {
    /// One for each owner.
    pub shares: Vec<Share>,
    /// Notes of an assistant that belong to none of several users.
    pub orphaned_notes: usize,
}

/// Deals out an import.
///
/// With `own_users` each conversation becomes a user of its name, remembered by the assistant of `default`; see
/// [`tells_people_apart`]. Else all goes to `default`.
///
/// # Errors
/// When a conversation's name can be no id.
pub fn deal(import: Import, default: &Owner, own_users: bool) -> Result<Shares, InvalidId> {
    let mut shares: Vec<Share> = Vec::new();
    for conversation in import.conversations {
        let owner = if own_users {
            Owner { user: UserId::new(conversation.id.clone())?, ..default.clone() }
        } else {
            default.clone()
        };
        add(&mut shares, owner, conversation);
    }
    let mut orphaned_notes = 0;
    for note in &import.notes {
        match holder(&mut shares, note, own_users, default) {
            Some(share) => share.notes.extend(note.to_turn()),
            None => orphaned_notes += 1,
        }
    }
    Ok(Shares { shares, orphaned_notes })
}

/// Whether the names of conversations or folders in this format are those of people.
pub fn tells_people_apart(format: Format) -> bool {
    matches!(format, Format::Locomo | Format::Paged | Format::MemoryosStore)
}

fn add(shares: &mut Vec<Share>, owner: Owner, conversation: Conversation) {
    let share = share_of(shares, owner);
    share.conversations.push(conversation.id);
    share.turns.extend(conversation.turns);
}

fn share_of(shares: &mut Vec<Share>, owner: Owner) -> &mut Share {
    let known = shares.iter().position(|share| share.owner == owner);
    let index = known.unwrap_or_else(|| {
        shares.push(Share { owner, conversations: Vec::new(), notes: Vec::new(), turns: Vec::new() });
        shares.len() - 1
    });
    &mut shares[index]
}

/// Whose a note is. What an assistant noted among several people is shown to none of them.
fn holder<'a>(
    shares: &'a mut Vec<Share>,
    note: &Note,
    own_users: bool,
    default: &Owner,
) -> Option<&'a mut Share> {
    match note.about {
        _ if !own_users => Some(share_of(shares, default.clone())),
        About::User => {
            let user = UserId::new(note.holder.clone()).unwrap_or_else(|_| default.user.clone());
            Some(share_of(shares, Owner { user, ..default.clone() }))
        }
        About::Assistant if shares.len() == 1 => shares.first_mut(),
        About::Assistant => None,
    }
}
