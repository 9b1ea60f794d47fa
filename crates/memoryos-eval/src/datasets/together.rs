//! Several sets as one.

use std::{collections::BTreeMap, path::PathBuf};

use super::{Dataset, DatasetError};

impl Dataset {
    /// This set with another's conversations.
    ///
    /// # Errors
    /// When both have a conversation of one id; the error names a file of each.
    pub fn and(mut self, other: Self) -> Result<Self, DatasetError> {
        let ids: BTreeMap<&str, &PathBuf> = self.homes().collect();
        if let Some((id, second)) = other.homes().find(|(id, _)| ids.contains_key(id)) {
            let (first, second) = (ids[id].clone(), second.clone());
            return Err(DatasetError::Clash { id: id.to_owned(), first, second });
        }
        self.name = common_name(&self.name, &other.name);
        self.files.extend(other.files);
        self.conversations.extend(other.conversations);
        Ok(self)
    }

    /// The id of each conversation with the file it comes from.
    fn homes(&self) -> impl Iterator<Item = (&str, &PathBuf)> {
        let files = self.files.iter().flat_map(|file| std::iter::repeat_n(&file.path, file.conversations));
        self.conversations.iter().map(|evaluated| evaluated.conversation.id.as_str()).zip(files)
    }
}

/// What both names begin with; both of them, where that is nothing.
fn common_name(one: &str, other: &str) -> String {
    let same = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).map(|(a, _)| a);
    let common: String = same.collect();
    match common.trim_end_matches(|c: char| !c.is_alphanumeric()) {
        "" => format!("{one} and {other}"),
        common => common.to_owned(),
    }
}
