//! The original's playground: a list of pages, which is one conversation. Pages may name their speakers.

use super::{
    Reader, SourceFile,
    collector::{Collector, Head},
    each_record,
    page::{is_page, pair},
};

pub(super) const READER: Reader = Reader { name: "memoryos-playground", recognises: is_page, read };

fn read(files: &[SourceFile<'_>], collector: &mut Collector) {
    let mut pairs = Vec::new();
    each_record(&READER, files, collector, |record, position, collector| {
        pairs.extend(pair(record, None, position, collector));
    });
    let user_name = pairs.iter().find_map(|pair| pair.user.speaker.clone());
    let assistant_name = pairs.iter().find_map(|pair| pair.assistant.speaker.clone());
    collector.conversation(Head { id: None, user_name, assistant_name }, pairs);
}
